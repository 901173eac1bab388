import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { appNameLimit, checkAppName, nameApp, slugOf } from "../../../src/plane/setup/app-name.ts";
import { runs } from "../../sample.ts";

const nameOf = (full: string, role: "read" | "write" = "read") =>
  nameApp(requireRepositoryName(full, "--repo"), role);

const letters = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789".split("");
const owners = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...letters, "-", "-"), maxLength: 38 }),
  )
  .map(([first, rest]) => first + rest);
const names = fc
  .string({ unit: fc.constantFrom(...letters, "-", "_", "."), minLength: 1, maxLength: 100 })
  .filter((name) => name !== "." && name !== "..");
const repositories = fc.tuple(owners, names).map(([owner, name]) => `${owner}/${name}`);
const roles = fc.constantFrom("read" as const, "write" as const);

describe("a proposed App name", () => {
  test.each([
    ["acme/control", "gatehouse-acme-control-read"],
    ["Acme/Control", "gatehouse-acme-control-read"],
    ["a--b/c", expect.stringMatching(/^gatehouse-a-b-c-[\da-f]{6}-read$/)],
    ["acme/control_1", expect.stringMatching(/^gatehouse-acme-control-[\da-f]{6}-read$/)],
    // A name of the maximum length, and one that is a letter longer.
    ["acme/controlplane01", "gatehouse-acme-controlplane01-read"],
    ["acme/controlplane012", expect.stringMatching(/^gatehouse-.+-[\da-f]{6}-read$/)],
    // Six letters of a hash are treated as a hash; seven letters are a name.
    ["acme/abcdef", expect.stringMatching(/^gatehouse-acme-abcdef-[\da-f]{6}-read$/)],
    ["acme/abcdef0", "gatehouse-acme-abcdef0-read"],
    ["a-b/c", expect.stringMatching(/^gatehouse-a-b-c-[\da-f]{6}-read$/)],
    [
      "acme/a.very.long.name.of.a.repository",
      expect.stringMatching(/^gatehouse-.+-[\da-f]{6}-read$/),
    ],
  ])("for %s is %s", (full, name) => {
    expect(nameOf(full)).toEqual(name);
  });

  test("is accepted by the forge, and is identical to its slug", () => {
    fc.assert(
      fc.property(repositories, roles, (full, role) => {
        const name = nameOf(full, role);
        expect(name.length).toBeLessThanOrEqual(appNameLimit);
        expect(checkAppName(name)).toBeUndefined();
        expect(slugOf(name)).toBe(name);
      }),
      runs(1000),
    );
  });

  test("is different for each role and repository", () => {
    fc.assert(
      fc.property(repositories, repositories, (one, other) => {
        expect(nameOf(one, "read")).not.toBe(nameOf(one, "write"));
        // The forge ignores case.
        const isSame = one.toLowerCase() === other.toLowerCase();
        expect(nameOf(one) === nameOf(other)).toBe(isSame);
      }),
      runs(1000),
    );
  });

  test("is different if hyphens and dots are in other positions", () => {
    const pieces = fc.array(fc.constantFrom("a", "b", "c1"), { minLength: 2, maxLength: 6 });
    const joints = fc.array(fc.constantFrom("-", ".", "_", "--"), { minLength: 6, maxLength: 6 });
    const spellings = fc.tuple(pieces, joints, joints).map(([words, ...choices]) =>
      choices.map((chosen, index) => {
        const [owner = "", ...rest] = words;
        const name = rest.flatMap((word, at) => [word, chosen[at] ?? ""]).join("");
        return index === 0 ? `${owner}/${name}` : `${owner}-${rest[0]}/${name}`;
      }),
    );
    fc.assert(
      fc.property(spellings, ([one = "", other = ""]) => {
        expect(nameOf(one)).not.toBe(nameOf(other));
      }),
      runs(1000),
    );
  });

  test("is unique even if the difference is in the truncated part", () => {
    const start = `acme/${"long".repeat(12)}`;
    const found = new Set(Array.from({ length: 200 }, (_, index) => nameOf(`${start}${index}`)));
    expect(found.size).toBe(200);
  });

  test("is different for a repository whose name looks like a hash", () => {
    const hash = createHash("sha256").update("x/_").digest("hex").slice(0, 6);
    expect(nameOf("x/_")).toBe(`gatehouse-x-${hash}-read`);
    expect(nameOf(`x/${hash}`)).not.toBe(nameOf("x/_"));
  });
});

describe("an App name that the operator enters", () => {
  test.each(["Acme reader", "acme-reader", "a", "a".repeat(34), "7 Apps_v1.2", "my gist"])(
    "%j is accepted",
    (name) => {
      expect(checkAppName(name)).toBeUndefined();
    },
  );

  test.each([
    ["", "The name must not be empty, or start or end with a space."],
    [" acme", "The name must not be empty, or start or end with a space."],
    ["a".repeat(35), "The name must not exceed 34 characters; this one has 35."],
    ["acme/reader", "letters, digits"],
    ["-acme", "letters, digits"],
    ["acmé", "letters, digits"],
    ["GitHub reader", "Names that start with github or gist are reserved."],
    ["gist-reader", "Names that start with github or gist are reserved."],
  ])("%j is refused", (name, reason) => {
    expect(checkAppName(name)).toContain(reason);
  });
});
