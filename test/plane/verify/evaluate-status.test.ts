import { describe, expect, test } from "vitest";
import type { StatusFacts } from "../../../src/plane/verify/status-facts.ts";
import { evaluate, names, noProof, withPat, writer } from "./complete-plane.ts";

describe("the records of the specification's table", () => {
  test("are listed with their kind, location and state", () => {
    const { records, isComplete } = evaluate();
    expect(isComplete).toBe(true);
    expect(records.map((record) => Object.values(record).join(" · "))).toMatchInlineSnapshot(`
      [
        "CP_FORGE_READ_APP_ID · variable · repository · set",
        "CP_FORGE_READ_APP_PRIVATE_KEY · secret · repository · set",
        "CP_FORGE_WRITE_APP_ID · variable · repository · set",
        "CP_FORGE_WRITE_APP_PRIVATE_KEY · secret · repository · set",
        "CP_FORGE_TOKEN · secret · environment control · missing",
        "FORGE_TOKEN · built-in token · each run · set",
        "CP_FORGE_API_GATE · variable · repository · missing",
      ]
    `);
  });

  test.each<[string, string[], string[], string[]]>([
    ["no ID or key", [], [], ["missing", "missing"]],
    ["only the ID", [names.readId], [], ["half", "missing"]],
    ["only the key", [], [names.readKey], ["missing", "half"]],
    ["both the ID and the key", [names.readId], [names.readKey], ["set", "set"]],
  ])("of one App with %s", (_what, variables, secrets, states) => {
    const stored = {
      variables: new Map(variables.map((name) => [name, "Iv1.r"])),
      secrets: new Set(secrets),
    };
    const { records, isComplete } = evaluate({ stored });
    expect(records.slice(0, 2).map(({ state }) => state)).toEqual(states);
    expect(isComplete).toBe(false);
  });

  test("are not complete with an incomplete pair, even if its App was proved", () => {
    const variables = new Map([
      [names.readId, "Iv1.r"],
      [names.writeId, "Iv1.w"],
    ]);
    const status = evaluate({ stored: { variables, secrets: new Set([names.writeKey]) } });
    expect(status.installations.map(({ state }) => state)).toEqual(["proved", "proved"]);
    expect(status.isComplete).toBe(false);
  });

  test.each(["", "Iv1", "Iv1.r\n✔ all is well", "Iv1.\u001b[2J", "x".repeat(41)])(
    "are wrong if the client ID is %j, and the invalid value is not shown",
    (clientId) => {
      const stored = {
        variables: new Map([[names.readId, clientId]]),
        secrets: new Set([names.readKey]),
      };
      const { records, installations, isComplete } = evaluate({ stored, installations: undefined });
      expect(records.slice(0, 2).map(({ state }) => state)).toEqual(["wrong", "set"]);
      expect(installations[0]).toEqual({
        role: "read",
        app: undefined,
        state: "wrong",
        reason: "the stored value is not a valid client ID",
      });
      expect(isComplete).toBe(false);
    },
  );

  test.each([
    [new Set(["CP_FORGE_TOKEN"]), "set"],
    [new Set(["OTHER"]), "missing"],
    [undefined, "unknown"],
  ])("of the PAT, if the environment contains %s, are %s", (secrets, state) => {
    const { records } = evaluate({ environment: { name: "control", secrets } });
    expect(records.find(({ name }) => name === "CP_FORGE_TOKEN")?.state).toBe(state);
  });
});

describe("a record in the wrong location", () => {
  const rowOf = (change: Partial<StatusFacts>) => {
    const { records, advice } = evaluate(change);
    return { advice, ...records.find(({ state }) => state === "stray") };
  };

  test("is shown with its location, its effect on runs, and the fix", () => {
    const secrets = new Set(["CP_FORGE_TOKEN"]);
    expect(rowOf({ shared: { variables: new Set(), secrets } })).toEqual({
      name: "CP_FORGE_TOKEN",
      kind: "secret",
      location: "organization",
      state: "stray",
      reason: "a run would use it",
      advice: [
        "Delete the secret CP_FORGE_TOKEN from the organization, or share it only with other repositories: it belongs in the environment",
      ],
    });
  });

  test("is also shown if it is in both the repository and the environment", () => {
    const stored = { variables: new Map<string, string>(), secrets: new Set(["CP_FORGE_TOKEN"]) };
    expect(rowOf({ stored })).toMatchObject({ location: "repository", state: "stray" });
    const environment = { name: "control", secrets: new Set([names.readKey]) };
    expect(rowOf({ environment })).toMatchObject({
      name: names.readKey,
      location: "environment control",
      reason: "a job in the environment would use it instead of the repository's record",
    });
  });

  test("is unknown if the organization's lists are unreadable, which does not count as a pass", () => {
    const { records, advice } = evaluate({ shared: { variables: undefined, secrets: undefined } });
    expect(records.slice(-2)).toEqual([
      { name: "CP_FORGE_*", kind: "variable", location: "organization", state: "unknown" },
      { name: "CP_FORGE_*", kind: "secret", location: "organization", state: "unknown" },
    ]);
    expect(advice).toEqual([
      "Use an account that can list the records that the organization shares",
    ]);
  });

  test("is not reported if every record is in its own location", () => {
    const environment = { name: "control", secrets: new Set(["CP_FORGE_TOKEN"]) };
    expect(evaluate({ environment })).toMatchObject({ advice: [], isComplete: true });
  });
});

describe("the requirements of the decision", () => {
  const nothing = { stored: { variables: new Map<string, string>(), secrets: new Set<string>() } };
  const onlyRead = {
    stored: {
      variables: new Map([[names.readId, "Iv1.r"]]),
      secrets: new Set([names.readKey]),
    },
  };

  test.each<[string, Partial<StatusFacts>, boolean, number]>([
    ["only the read App", { ...onlyRead, needs: { roles: ["read"], pat: false } }, true, 1],
    [
      "also the write App",
      { ...onlyRead, needs: { roles: ["read", "write"], pat: false } },
      false,
      2,
    ],
    ["no credential", { ...nothing, needs: { roles: [], pat: false } }, true, 0],
    ["a missing PAT", { ...nothing, needs: { roles: [], pat: true } }, false, 0],
    [
      "a stored and proved PAT",
      { ...nothing, ...withPat, needs: { roles: [], pat: true }, isPatProved: true },
      true,
      0,
    ],
    [
      "a stored PAT that was not tested",
      { ...nothing, ...withPat, needs: { roles: [], pat: true }, isPatProved: false },
      false,
      0,
    ],
    [
      "a stored PAT without consent",
      { ...nothing, ...withPat, needs: { roles: [], pat: true } },
      false,
      0,
    ],
    [
      "a PAT whose record is not visible",
      {
        ...nothing,
        needs: { roles: [], pat: true },
        environment: { name: "control", secrets: undefined },
      },
      false,
      0,
    ],
    ["no App, although both are stored", { needs: { roles: [], pat: false } }, true, 2],
  ])("%s", (_what, change, isComplete, shown) => {
    const status = evaluate(change);
    expect(status.isComplete).toBe(isComplete);
    expect(status.installations).toHaveLength(shown);
  });
});

describe("whether a status lacks only a proof", () => {
  const needsPat = { ...withPat, needs: { roles: [], pat: true } };

  test.each<[string, Partial<StatusFacts>, boolean]>([
    ["unproved Apps", noProof, true],
    ["an untested token", { ...needsPat, isPatProved: false }, true],
    ["nothing", {}, false],
    ["a proved token", { ...needsPat, isPatProved: true }, false],
    ["unproved Apps and a missing installation", { ...noProof, installations: [writer] }, false],
    [
      "unproved Apps and missing records",
      { ...noProof, stored: { variables: new Map([[names.readId, "Iv1.r"]]), secrets: new Set() } },
      false,
    ],
    [
      "unproved Apps and a missing token",
      { ...noProof, needs: { roles: ["read"], pat: true } },
      false,
    ],
  ])("with %s: %s", (_what, change, isUnproved) => {
    expect(evaluate(change)).toMatchObject({ isUnproved });
  });

  test("an untested token is reported with the reason", () => {
    const ofPat = (change: Partial<StatusFacts>) =>
      evaluate({ ...needsPat, ...change }).records.find(({ name }) => name === "CP_FORGE_TOKEN");
    expect(ofPat({ isPatProved: false })).toMatchObject({
      state: "set",
      reason: "only a run can check whether it works",
    });
    expect(ofPat({ isPatProved: true })).not.toHaveProperty("reason");
    expect(ofPat({})).not.toHaveProperty("reason");
  });
});
