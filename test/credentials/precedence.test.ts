import { describe, expect, it, test } from "vitest";
import {
  credentialChains,
  findCredentials,
  selectCredential,
  findPrecedenceProblems,
} from "../../src/credentials/precedence.ts";
import type { Purpose, StoredNames } from "../../src/credentials/precedence.ts";
import type { Credential } from "../../src/credentials/credential.ts";
import type { ProfileChoice } from "../../src/credentials/profile/choice.ts";

const read = ["CP_FORGE_READ_APP_ID", "CP_FORGE_READ_APP_PRIVATE_KEY"];
const write = ["CP_FORGE_WRITE_APP_ID", "CP_FORGE_WRITE_APP_PRIVATE_KEY"];
const pat = "CP_FORGE_TOKEN";

function stored(names: readonly string[], environment: readonly string[] = []): StoredNames {
  return {
    variables: new Set(names.filter((name) => name.endsWith("_ID"))),
    secrets: new Set(names.filter((name) => !name.endsWith("_ID"))),
    environmentSecrets: new Set(environment),
  };
}

describe("a run takes the first credential that is there", () => {
  type Row = [purpose: Purpose, available: Credential[], taken: Credential];
  const all: Credential[] = ["read-app", "write-app", "pat", "workflow-token"];
  const rows: Row[] = [
    ["forge-tools", all, "read-app"],
    ["admission", all, "read-app"],
    ["control-precompute", all, "read-app"],
    ["safe-outputs", all, "write-app"],
    ["gate-persistence", all, "write-app"],
    ["safe-outputs", ["read-app", "pat"], "pat"],
    ["admission", ["write-app", "pat"], "pat"],
    ["admission", ["write-app"], "workflow-token"],
    ["safe-outputs", ["read-app"], "workflow-token"],
    ["inference", all, "workflow-token"],
    ["inference", ["read-app", "pat"], "workflow-token"],
  ];
  test.each(rows)("%s with %j: %s", (purpose, available, taken) => {
    expect(selectCredential(purpose, new Set(available))).toBe(taken);
  });

  it("and inference knows no other than the workflow token", () => {
    expect(credentialChains.inference).toEqual(["workflow-token"]);
  });
});

describe("what is stored", () => {
  it("counts an App only with both halves", () => {
    expect([...findCredentials(stored([...read, write[0]!]))]).toEqual([
      "workflow-token",
      "read-app",
    ]);
  });

  it("counts a PAT only in the protected environment", () => {
    expect(findCredentials(stored([pat])).has("pat")).toBe(false);
    expect(findCredentials(stored([], [pat])).has("pat")).toBe(true);
  });
});

describe("what is stored is held against the choice, instead of relying on the fallback", () => {
  const choice = (profile: ProfileChoice["profile"], ...parts: string[]): ProfileChoice => ({
    profile,
    readApp: parts.includes("read"),
    writeApp: parts.includes("write"),
    pat: parts.includes("pat"),
  });
  const apps = choice("app", "read", "write");

  test.each<[what: string, choice: ProfileChoice, stored: StoredNames]>([
    ["two Apps", apps, stored([...read, ...write])],
    ["the read App alone", choice("app", "read"), stored(read)],
    ["the PAT alone", choice("pat", "pat"), stored([], [pat])],
    ["nothing", choice("workflow-token"), stored([])],
  ])("%s as chosen: no problem", (_, chosen, names) => {
    expect(findPrecedenceProblems(chosen, names)).toEqual([]);
  });

  test.each<[what: string, choice: ProfileChoice, stored: StoredNames, because: RegExp[]]>([
    [
      "no write key",
      apps,
      stored([...read, write[0]!]),
      [
        /^CP_FORGE_WRITE_APP_PRIVATE_KEY is missing/,
        /^safe-outputs would use the workflow token, and the write App is chosen/,
        /^gate-persistence would use the workflow token/,
      ],
    ],
    [
      "a PAT that would step in",
      apps,
      stored([...read, ...write], [pat]),
      [/^CP_FORGE_TOKEN is stored, and no PAT is chosen/],
    ],
    [
      "a key without an ID",
      choice("workflow-token"),
      stored([read[1]!]),
      [/^CP_FORGE_READ_APP_ID is missing/],
    ],
    [
      "a PAT in the repository",
      choice("workflow-token"),
      stored([pat]),
      [/belongs into the protected environment/],
    ],
    [
      "an App beside the PAT",
      choice("pat", "pat"),
      stored(read, [pat]),
      [
        /^forge-tools would use the read App, and the PAT is chosen/,
        /^admission /,
        /^control-precompute /,
      ],
    ],
  ])("%s is told", (_, chosen, names, because) => {
    const told = findPrecedenceProblems(chosen, names).map((problem) => problem.because);
    expect(told).toEqual(because.map((words) => expect.stringMatching(words)));
  });
});
