import { describe, expect, test } from "vitest";
import { chooseCredential, findApp } from "../../src/credentials/choose-credential.ts";
import { Secret } from "../../src/shared/secret.ts";

const all = {
  CP_FORGE_READ_APP_TOKEN: "read-token",
  CP_FORGE_READ_APP_ID: "Iv1.reader",
  CP_FORGE_READ_APP_PRIVATE_KEY: "read-key",
  CP_FORGE_TOKEN: "pat",
  FORGE_TOKEN: "own",
  GITHUB_TOKEN: "own-of-the-brand",
};
const without = (...names: (keyof typeof all)[]) => ({
  ...all,
  ...Object.fromEntries(names.map((name) => [name, ""])),
});
const noApp = without(
  "CP_FORGE_READ_APP_TOKEN",
  "CP_FORGE_READ_APP_ID",
  "CP_FORGE_READ_APP_PRIVATE_KEY",
);

/** Returns the choice, with the text of its secret. */
function see(env: NodeJS.ProcessEnv) {
  const chosen = chooseCredential(env);
  if (!chosen) return undefined;
  const { credential, bearer, skipped } = chosen;
  const secret = "token" in bearer ? bearer.token : bearer.pair.key;
  return [credential, secret.reveal(), skipped.length];
}

describe("the credential of the admission gate", () => {
  test.each([
    ["a minted token of the read App", all, ["read-app", "read-token", 0]],
    ["the read App's ID and key", without("CP_FORGE_READ_APP_TOKEN"), ["read-app", "read-key", 0]],
    ["the PAT if no App is configured", noApp, ["pat", "pat", 1]],
    ["the run's workflow token", { ...noApp, CP_FORGE_TOKEN: "" }, ["workflow-token", "own", 2]],
    [
      "the run's workflow token from the variable of the GitHub naming convention",
      { GITHUB_TOKEN: "b" },
      ["workflow-token", "b", 2],
    ],
    [
      "the run's workflow token if the PAT is blank",
      { CP_FORGE_TOKEN: " \n", FORGE_TOKEN: "c" },
      ["workflow-token", "c", 2],
    ],
    ["none", {}, undefined],
    ["never the write App", { CP_FORGE_WRITE_APP_TOKEN: "w" }, undefined],
  ])("is %s", (_what, env, expected) => {
    expect(see(env)).toEqual(expected);
  });

  test.each([
    ["CP_FORGE_READ_APP_ID", "CP_FORGE_READ_APP_PRIVATE_KEY"],
    ["CP_FORGE_READ_APP_PRIVATE_KEY", "CP_FORGE_READ_APP_ID"],
  ] as const)(
    "an incomplete pair is not used, and %s is named as the missing part",
    (gone, there) => {
      const chosen = chooseCredential({ [there]: all[there], CP_FORGE_TOKEN: "pat" });
      expect(chosen?.credential).toBe("pat");
      expect(chosen?.skipped).toEqual([`The read App is not used because ${gone} is empty.`]);
    },
  );

  test("a skipped credential is reported without its value", () => {
    const chosen = chooseCredential({ CP_FORGE_READ_APP_ID: "Iv1.reader", FORGE_TOKEN: "own" });
    expect(JSON.stringify(chosen)).not.toMatch(/Iv1\.reader|own"/);
  });
});

test("an App is used through a token that an earlier step minted, or through its ID and key", () => {
  const pair = { CP_FORGE_WRITE_APP_ID: "Iv1.w", CP_FORGE_WRITE_APP_PRIVATE_KEY: "key" };
  const token = { bearer: { token: new Secret("t") }, found: "token" };
  expect(findApp({ ...pair, CP_FORGE_WRITE_APP_TOKEN: "t" }, "write")).toEqual(token);
  expect(findApp(pair, "write")).toMatchObject({
    found: "pair",
    bearer: { pair: { role: "write", clientId: "Iv1.w" } },
  });
  expect(findApp({}, "write")).toEqual({ found: "nothing", missing: Object.keys(pair) });
});

test.each([
  ["CP_FORGE_WRITE_APP_ID", "Iv1.\u200bw", "an invisible character, U+200B, at position 5"],
  ["CP_FORGE_WRITE_APP_TOKEN", "ghs_\u00e9", "an invalid character, U+00E9, at position 5"],
] as const)(
  "a value with characters that cannot be sent is refused: %s",
  (name, value, problem) => {
    const env = { CP_FORGE_WRITE_APP_PRIVATE_KEY: "key", [name]: value };
    expect(() => findApp(env, "write")).toThrow(`${name} contains ${problem}.`);
  },
);

test.each(["CP_FORGE_TOKEN", "FORGE_TOKEN"])(
  "%s is refused if it contains characters that cannot be sent",
  (name) => {
    expect(() => chooseCredential({ [name]: "ghp_\u200d" })).toThrow(`${name} contains`);
  },
);
