import { describe, expect, test } from "vitest";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { judgeStatus } from "../../../src/control/review/judge-status.ts";
import type { StatusFacts } from "../../../src/control/review/status-facts.ts";
import { someInstallation } from "../../forge/resources/some-installation.ts";

const { updatedAt } = someInstallation;
const reader = { ...someInstallation, id: 1, appId: 11, clientId: "Iv1.r" };
const writer: Installation = {
  ...reader,
  id: 2,
  appSlug: "writer",
  clientId: "Iv1.w",
  permissions: writeAppCeiling,
};

const names = {
  readId: "CP_FORGE_READ_APP_ID",
  readKey: "CP_FORGE_READ_APP_PRIVATE_KEY",
  writeId: "CP_FORGE_WRITE_APP_ID",
  writeKey: "CP_FORGE_WRITE_APP_PRIVATE_KEY",
};

/** A control plane that is complete, but for what a test changes. */
function judge(change: Partial<StatusFacts> = {}) {
  return judgeStatus({
    stored: {
      variables: new Map([
        [names.readId, "Iv1.r"],
        [names.writeId, "Iv1.w"],
      ]),
      secrets: new Set([names.readKey, names.writeKey]),
    },
    environment: { name: "control", secrets: new Set() },
    shared: { variables: new Set(), secrets: new Set() },
    workflowToken: "FORGE_TOKEN",
    installations: [reader, writer],
    proofOf: (role) => ({
      installationId: role === "read" ? 1 : 2,
      updatedAt,
      repositories: ["acme/control"],
    }),
    ...change,
  });
}

describe("the records of the specification's table", () => {
  test("are shown each with its kind, its place and its state", () => {
    const { records, isComplete } = judge();
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
    ["neither half", [], [], ["missing", "missing"]],
    ["the ID only", [names.readId], [], ["half", "missing"]],
    ["the key only", [], [names.readKey], ["missing", "half"]],
    ["both halves", [names.readId], [names.readKey], ["set", "set"]],
  ])("of one App with %s", (_what, variables, secrets, states) => {
    const stored = {
      variables: new Map(variables.map((name) => [name, "Iv1.r"])),
      secrets: new Set(secrets),
    };
    const { records, isComplete } = judge({ stored });
    expect(records.slice(0, 2).map(({ state }) => state)).toEqual(states);
    expect(isComplete).toBe(false);
  });

  test("are not complete with half a pair, though its App was proved", () => {
    const variables = new Map([
      [names.readId, "Iv1.r"],
      [names.writeId, "Iv1.w"],
    ]);
    const status = judge({ stored: { variables, secrets: new Set([names.writeKey]) } });
    expect(status.installations.map(({ state }) => state)).toEqual(["proved", "proved"]);
    expect(status.isComplete).toBe(false);
  });

  test.each(["", "Iv1", "Iv1.r\n✔ all is well", "Iv1.\u001b[2J", "x".repeat(41)])(
    "are wrong where %j stands for a client ID, and it is not shown",
    (clientId) => {
      const stored = {
        variables: new Map([[names.readId, clientId]]),
        secrets: new Set([names.readKey]),
      };
      const { records, installations, isComplete } = judge({ stored, installations: undefined });
      expect(records.slice(0, 2).map(({ state }) => state)).toEqual(["wrong", "set"]);
      expect(installations[0]).toEqual({
        role: "read",
        app: undefined,
        state: "wrong",
        because: "what is stored is no client ID",
      });
      expect(isComplete).toBe(false);
    },
  );

  test.each([
    [new Set(["CP_FORGE_TOKEN"]), "set"],
    [new Set(["OTHER"]), "missing"],
    [undefined, "unknown"],
  ])("of the PAT, where the environment holds %s, is %s", (secrets, state) => {
    const { records } = judge({ environment: { name: "control", secrets } });
    expect(records.find(({ name }) => name === "CP_FORGE_TOKEN")?.state).toBe(state);
  });
});

describe("a record in another place than its own", () => {
  const rowOf = (change: Partial<StatusFacts>) => {
    const { records, advice } = judge(change);
    return { advice, ...records.find(({ state }) => state === "stray") };
  };

  test("is shown where it is, with what runs make of it and what to do", () => {
    const secrets = new Set(["CP_FORGE_TOKEN"]);
    expect(rowOf({ shared: { variables: new Set(), secrets } })).toEqual({
      name: "CP_FORGE_TOKEN",
      kind: "secret",
      location: "organization",
      state: "stray",
      because: "a run would use it",
      advice: [
        "Delete the secret CP_FORGE_TOKEN of the organization, or share it with other repositories only: it belongs into the environment",
      ],
    });
  });

  test("is shown in the repository and in the environment, too", () => {
    const stored = { variables: new Map<string, string>(), secrets: new Set(["CP_FORGE_TOKEN"]) };
    expect(rowOf({ stored })).toMatchObject({ location: "repository", state: "stray" });
    const environment = { name: "control", secrets: new Set([names.readKey]) };
    expect(rowOf({ environment })).toMatchObject({
      name: names.readKey,
      location: "environment control",
      because: "a job in the environment would use it, before that of the repository",
    });
  });

  test("is unknown where the organization's lists may not be read, and that is no pass", () => {
    const { records, advice } = judge({ shared: { variables: undefined, secrets: undefined } });
    expect(records.slice(-2)).toEqual([
      { name: "CP_FORGE_*", kind: "variable", location: "organization", state: "unknown" },
      { name: "CP_FORGE_*", kind: "secret", location: "organization", state: "unknown" },
    ]);
    expect(advice).toEqual(["Look with a login that may list what the organization shares"]);
  });

  test("is none where everything is in its place", () => {
    const environment = { name: "control", secrets: new Set(["CP_FORGE_TOKEN"]) };
    expect(judge({ environment })).toMatchObject({ advice: [], isComplete: true });
  });
});

describe("what the decision calls for", () => {
  const nothing = { stored: { variables: new Map<string, string>(), secrets: new Set<string>() } };
  const onlyRead = {
    stored: {
      variables: new Map([[names.readId, "Iv1.r"]]),
      secrets: new Set([names.readKey]),
    },
  };

  test.each<[string, Partial<StatusFacts>, boolean, number]>([
    ["the read App alone", { ...onlyRead, needs: { roles: ["read"], pat: false } }, true, 1],
    [
      "the write App too",
      { ...onlyRead, needs: { roles: ["read", "write"], pat: false } },
      false,
      2,
    ],
    ["no credential", { ...nothing, needs: { roles: [], pat: false } }, true, 0],
    ["a PAT that is missing", { ...nothing, needs: { roles: [], pat: true } }, false, 0],
    [
      "a PAT that is stored",
      {
        ...nothing,
        needs: { roles: [], pat: true },
        environment: { name: "control", secrets: new Set(["CP_FORGE_TOKEN"]) },
      },
      true,
      0,
    ],
    [
      "a PAT that may not be seen",
      {
        ...nothing,
        needs: { roles: [], pat: true },
        environment: { name: "control", secrets: undefined },
      },
      false,
      0,
    ],
    ["no App, though both are stored", { needs: { roles: [], pat: false } }, true, 2],
  ])("%s", (_what, change, isComplete, shown) => {
    const status = judge(change);
    expect(status.isComplete).toBe(isComplete);
    expect(status.installations).toHaveLength(shown);
  });
});

describe("an installation", () => {
  const ofRead = (change: Partial<StatusFacts>) => {
    const { installations, isComplete } = judge(change);
    return { ...installations[0], isComplete };
  };
  const list = (change: Partial<Installation>) => ({
    installations: [{ ...reader, ...change }, writer],
  });
  const noProof = { proofOf: () => undefined };

  test.each<[string, Partial<StatusFacts>, string, string]>([
    ["that was seen and is unchanged", {}, "proved", "seen with its own key"],
    ["that was never seen", noProof, "unknown", "only its key can tell"],
    ["that changed since", list({ updatedAt: "2026-02-01T00:00:00Z" }), "unknown", "only its key"],
    ["that was made anew since", list({ id: 5 }), "unknown", "only its key can tell"],
    ["of an older server, known by its proof", list({ clientId: undefined }), "proved", "seen"],
    ["of another App, whatever the proof says", list({ clientId: "Iv1.x" }), "missing", "not inst"],
    ["that may not be listed", { installations: undefined }, "unknown", "may not list"],
    ["that is not there", { installations: [writer] }, "missing", "not installed"],
    ["that is suspended", list({ isSuspended: true }), "wrong", "suspended"],
    ["on all repositories", list({ selection: "all" }), "wrong", "all repositories"],
    [
      "with other permissions",
      list({ permissions: { ...readAppCeiling, contents: "write", checks: "write" } }),
      "wrong",
      "differ from the ceiling: Checks, Contents",
    ],
    [
      "of nobody knows which App",
      { stored: { variables: new Map(), secrets: new Set([names.readKey]) } },
      "missing",
      "no client ID is stored",
    ],
  ])("%s", (_what, change, state, because) => {
    const status = ofRead(change);
    expect(status).toMatchObject({ role: "read", state });
    expect(status.because).toContain(because);
    expect(status.isComplete).toBe(state === "proved");
  });
});
