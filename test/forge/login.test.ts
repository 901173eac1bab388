import { describe, expect, test } from "vitest";
import { checkLogin } from "../../src/forge/login.ts";

describe("a login", () => {
  test.each(["o", "mona", "Mona-Lisa", "m0na", "mona_acme", " olga ", "a".repeat(39)])(
    "may be %j",
    (login) => {
      expect(checkLogin(login)).toBeUndefined();
    },
  );

  test.each(["", " ", "x?", "olga smith", "-olga", "olga-", "o--lga", "olga@acme.test", "ölga"])(
    "cannot be %j, and a valid value is described",
    (login) => {
      expect(checkLogin(login)).toBe(
        "An account name consists of letters, digits and single hyphens. Example: mona.",
      );
    },
  );

  test("is not longer than the forge lets it be", () => {
    expect(checkLogin("a".repeat(40))).toBe("An account name can have at most 39 characters.");
  });
});
