import { describe, expect, test } from "vitest";
import { checkLogin } from "../../src/forge/login.ts";

describe("a login", () => {
  test.each(["o", "mona", "Mona-Lisa", "m0na", "mona_acme", "olga-", " olga ", "a".repeat(39)])(
    "can be %j",
    (login) => {
      expect(checkLogin(login)).toBeUndefined();
    },
  );

  test.each([
    "",
    " ",
    "x?",
    "olga smith",
    "-olga",
    "_olga",
    "olga@acme.test",
    "ölga",
    "a".repeat(40),
  ])("cannot be %j, and a valid value is described", (login) => {
    expect(checkLogin(login)).toBe(
      "An account name has at most 39 letters, digits, - and _. Example: mona.",
    );
  });
});
