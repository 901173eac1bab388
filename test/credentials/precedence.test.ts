import { describe, expect, it, test } from "vitest";
import {
  credentialChains,
  findCredentials,
  selectCredential,
  findPrecedenceProblems,
} from "../../src/credentials/precedence.ts";
import type { Purpose } from "../../src/credentials/precedence.ts";
import type { StoredNames } from "../../src/credentials/stray-records.ts";
import type { Credential } from "../../src/credentials/credential.ts";
import type { ProfileChoice } from "../../src/credentials/profile/choice.ts";

const read = ["CP_FORGE_READ_APP_ID", "CP_FORGE_READ_APP_PRIVATE_KEY"];
const write = ["CP_FORGE_WRITE_APP_ID", "CP_FORGE_WRITE_APP_PRIVATE_KEY"];
const pat = "CP_FORGE_TOKEN";

function stored(
  names: readonly string[],
  environment: readonly string[] = [],
  organization: readonly string[] = [],
): StoredNames {
  const isVariable = (name: string) => name.endsWith("_ID");
  const isSecret = (name: string) => !isVariable(name);
  return {
    variables: new Set(names.filter(isVariable)),
    secrets: new Set(names.filter(isSecret)),
    environmentSecrets: new Set(environment),
    organizationVariables: new Set(organization.filter(isVariable)),
    organizationSecrets: new Set(organization.filter(isSecret)),
  };
}

describe("a run uses the first credential that exists", () => {
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

  it("and inference uses only the workflow token", () => {
    expect(credentialChains.inference).toEqual(["workflow-token"]);
  });
});

describe("the stored credentials", () => {
  it("include an App only if both its records are stored", () => {
    expect([...findCredentials(stored([...read, write[0]!]))]).toEqual([
      "workflow-token",
      "read-app",
    ]);
  });

  it.each([
    ["environment", stored([], [pat])],
    ["repository", stored([pat])],
    ["organization", stored([], [], [pat])],
  ])("include a PAT in the %s because a run finds it there", (_, names) => {
    expect([...findCredentials(names)]).toEqual(["workflow-token", "pat"]);
  });

  it("include an App even if only one of its records is shared by the organization", () => {
    const [id = "", key = ""] = read;
    expect(findCredentials(stored([], [], read)).has("read-app")).toBe(true);
    expect(findCredentials(stored([id], [], [key])).has("read-app")).toBe(true);
    expect(findCredentials(stored([id], [key])).has("read-app")).toBe(true);
    expect(findCredentials(stored([], [], [key])).has("read-app")).toBe(false);
  });
});

describe("the stored credentials are compared with the chosen ones", () => {
  const choice = (profile: ProfileChoice["profile"], ...parts: string[]): ProfileChoice => ({
    profile,
    readApp: parts.includes("read"),
    writeApp: parts.includes("write"),
    pat: parts.includes("pat"),
  });
  const apps = choice("app", "read", "write");

  test.each<[what: string, choice: ProfileChoice, stored: StoredNames]>([
    ["two Apps", apps, stored([...read, ...write])],
    ["only the read App", choice("app", "read"), stored(read)],
    ["only the PAT", choice("pat", "pat"), stored([], [pat])],
    ["nothing", choice("workflow-token"), stored([])],
  ])("%s as chosen: no problem is reported", (_, chosen, names) => {
    expect(findPrecedenceProblems(chosen, names)).toEqual([]);
  });

  test.each<[what: string, choice: ProfileChoice, stored: StoredNames, reasons: RegExp[]]>([
    [
      "a missing key of the write App",
      apps,
      stored([...read, write[0]!]),
      [
        /^CP_FORGE_WRITE_APP_PRIVATE_KEY is missing/,
        /^safe-outputs would use the workflow token instead of the chosen write App$/,
        /^gate-persistence would use the workflow token/,
      ],
    ],
    [
      "an unchosen PAT that runs would use",
      apps,
      stored([...read, ...write], [pat]),
      [/^CP_FORGE_TOKEN is stored, but no PAT is chosen: it would be used without consent$/],
    ],
    [
      "an App key without an ID",
      choice("workflow-token"),
      stored([read[1]!]),
      [/^CP_FORGE_READ_APP_ID is missing/],
    ],
    [
      "a PAT stored in the repository",
      choice("workflow-token"),
      stored([pat]),
      [
        /^CP_FORGE_TOKEN is a secret in the repository but belongs in the environment: a run would use it$/,
        /^CP_FORGE_TOKEN is stored, but no PAT is chosen: it would be used without consent$/,
        /^forge-tools would use the PAT instead of the chosen workflow token$/,
        /^admission /,
        /^control-precompute /,
        /^safe-outputs /,
        /^gate-persistence /,
      ],
    ],
    [
      "a PAT in the organization that the environment's PAT overrides",
      choice("pat", "pat"),
      stored([], [pat], [pat]),
      [
        /^CP_FORGE_TOKEN is a secret in the organization but belongs in the environment: jobs outside the environment would use it; inside, the environment's record takes precedence$/,
      ],
    ],
    [
      "an App key in the organization that the repository's key overrides",
      choice("app", "read"),
      stored(read, [], [read[1]!]),
      [
        /in the organization but belongs in the repository: the repository's record takes precedence$/,
      ],
    ],
    [
      "an App key in the environment that overrides the repository's key",
      choice("app", "read"),
      stored(read, [read[1]!]),
      [
        /in the environment but .*: a job in the environment would use it instead of the repository's record$/,
      ],
    ],
    [
      "a PAT in the repository that overrides the organization's PAT",
      choice("pat", "pat"),
      stored([pat], [], [pat]),
      [
        /in the repository but .*: a run would use it instead of the organization's record$/,
        /in the organization but .*: the repository's record takes precedence$/,
      ],
    ],
    [
      "an App that is stored in addition to the PAT",
      choice("pat", "pat"),
      stored(read, [pat]),
      [
        /^forge-tools would use the read App instead of the chosen PAT$/,
        /^admission /,
        /^control-precompute /,
      ],
    ],
  ])("%s is reported", (_, chosen, names, reasons) => {
    const reported = findPrecedenceProblems(chosen, names).map((problem) => problem.reason);
    expect(reported).toEqual(reasons.map((words) => expect.stringMatching(words)));
  });
});
