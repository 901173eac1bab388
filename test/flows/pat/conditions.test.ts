import { describe, expect, test } from "vitest";
import { evaluatePatConditions } from "../../../src/credentials/pat/eligibility.ts";
import { openScopeBench, patScope, readDecision } from "../scope/scope-bench.ts";
import type { ScopeAnswers, ScopeBench } from "../scope/scope-bench.ts";

interface Broken {
  readonly answers?: ScopeAnswers;
  readonly prepare?: (bench: ScopeBench) => Promise<void>;
  /** Text that the operator reads about the condition, including a way out. */
  readonly text: readonly string[];
  readonly way: string;
}

const ways = {
  apps: "Install the Apps instead.",
  owner: "Ask an organization owner for help.",
  narrow: "Narrow the scope: fewer repositories, or review packages that need fewer permissions.",
  split: "Split the scope: one control plane per owner.",
};
const prefix = {
  access: "Can you select the organization as resource owner and access every repository?",
  policy: "Do the organization and its enterprise permit fine-grained PATs, with timely approval?",
  oneOwner: "Do all covered repositories belong to one owner?",
  apis: "Do all APIs that the review packages need support fine-grained PATs?",
  limits:
    "Is the token limited to these repositories and permissions, with an expiry and a rotation owner?",
};

const broken: Record<string, Broken> = {
  "1. the organization cannot be chosen": {
    answers: { "pat-owner": "no" },
    text: [`✖ broken: ${prefix.access}`, "the organization cannot be selected as resource owner"],
    way: ways.owner,
  },
  "1. it is unknown if the organization can be chosen": {
    answers: { "pat-owner": "unknown" },
    text: [
      `? unknown: ${prefix.access}`,
      "unknown whether the organization can be selected as resource owner; access to acme/control is sufficient; access to acme/api is sufficient (forge and operator)",
    ],
    way: ways.apps,
  },
  "1. the user cannot access a repository": {
    answers: { targets: ["acme/api", "others"], "more-targets": "acme/secret" },
    text: [`✖ broken: ${prefix.access}`, "access to acme/secret is not sufficient"],
    way: ways.narrow,
  },
  "1. the user cannot write to a target in live mode": {
    answers: { mode: "live" },
    text: [`✖ broken: ${prefix.access}`, "access to acme/api is not sufficient"],
    way: ways.apps,
  },
  "1. the user cannot write to the alternate repository": {
    answers: { destination: "alternate", alternate: "acme/infra" },
    text: ["access to acme/api is sufficient", "access to acme/infra is not sufficient"],
    way: ways.apps,
  },
  "2. policy forbids PATs": {
    answers: { "pat-policy": "no" },
    text: [`✖ broken: ${prefix.policy}`, "policy forbids PATs"],
    way: ways.owner,
  },
  "2. policy is unknown": {
    answers: { "pat-policy": "unknown" },
    text: [`? unknown: ${prefix.policy}`, "unknown whether policy permits PATs"],
    way: ways.owner,
  },
  "2. approval is not possible in time": {
    answers: { "pat-approval": "no" },
    text: [`✖ broken: ${prefix.policy}`, "approval is not possible before the first run"],
    way: ways.apps,
  },
  "2. approval is unknown": {
    answers: { "pat-approval": "unknown" },
    text: [`? unknown: ${prefix.policy}`],
    way: ways.apps,
  },
  "3. there are two owners": {
    answers: { targets: ["acme/api", "others"], "more-targets": "globex/tools" },
    text: [`✖ broken: ${prefix.oneOwner}`, "the owners are acme, globex"],
    way: ways.split,
  },
  "4. an API does not accept a PAT: Checks": {
    answers: { "has-packages": "some", packages: "ci", "package-ci-apis": ["checks"] },
    text: [
      `✖ broken: ${prefix.apis}`,
      "Checks: not supported, and a classic PAT is not an alternative",
    ],
    way: ways.apps,
  },
  "4. an API does not accept a PAT: Packages": {
    answers: {
      "has-packages": "some",
      packages: "ci",
      "package-ci-apis": ["contents", "packages"],
    },
    text: [`✖ broken: ${prefix.apis}`, "A personal access token does not qualify:"],
    way: ways.narrow,
  },
  "5. the PAT cannot be limited": {
    answers: { "pat-limits": "no" },
    text: [
      `✖ broken: ${prefix.limits}`,
      "it cannot be limited to these repositories and permissions",
    ],
    way: ways.narrow,
  },
  "5. it is unknown if the PAT can be limited": {
    answers: { "pat-limits": "unknown" },
    text: [`? unknown: ${prefix.limits}`],
    way: ways.apps,
  },
};

async function refuse(answers: ScopeAnswers, prepare?: Broken["prepare"]) {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  await prepare?.(bench);
  const { secrets } = await bench.saveToken();
  const run = await bench.setUpScope({ ...patScope, ...answers }, { secrets });
  const { error } = run;
  const hints = (error as unknown as { hints: { text: string }[] }).hints.map(({ text }) => text);
  return { bench, ...run, error, hints };
}

describe("a PAT is not offered if one of the five conditions is not met:", () => {
  test.each(Object.entries(broken))("%s", async (_, { answers = {}, prepare, text, way }) => {
    const { bench, error, hints, asked } = await refuse(answers, prepare);
    expect(error).toMatchObject({ exitCode: 5 });
    for (const words of text) expect(error?.message).toContain(words);
    expect(hints).toContain(way);
    // A condition that is met does not appear in the complaint.
    expect(error?.message).not.toContain("✔");
    const ids = asked.map(({ id }) => id);
    expect(ids).not.toContain("pat-conditions");
    expect(ids.filter((id) => /pat-(told|consent|create|token)/.test(id))).toEqual([]);
    expect(await readDecision(bench)).toBeNull();
    expect(bench.changes().filter((change) => change.includes("environments"))).toEqual([]);
  });

  test("all unmet conditions are named at once, with all alternatives", async () => {
    const { error, hints } = await refuse({
      targets: ["acme/api", "others"],
      "more-targets": "globex/tools",
      "has-packages": "some",
      packages: "ci",
      "package-ci-apis": ["checks"],
      "pat-owner": "unknown",
      "pat-policy": "no",
      "pat-limits": "no",
    });
    for (const question of Object.values(prefix)) expect(error?.message).toContain(question);
    expect(error?.message.match(/✖/g)).toHaveLength(4);
    expect(error?.message.match(/^  \? unknown/gm)).toHaveLength(1);
    expect(error?.message).not.toContain("✔");
    expect(hints).toEqual(expect.arrayContaining(Object.values(ways)));
  });

  test("an unlimited lifetime is refused, and so is an empty name of the person who replaces the token", async () => {
    const endless = await refuse({ "pat-lifetime": "none" });
    expect(endless.error?.message).toContain("Enter a whole number of days from 1 to 366.");
    const nobody = await refuse({ "pat-rotation-owner": "  " });
    expect(nobody.error?.message).toContain(
      "Enter the name or the account of a person, such as mona.",
    );
  });

  test("the next run asks again for answers that were unknown", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { secrets } = await bench.saveToken();
    await bench.setUpScope({ ...patScope, "pat-policy": "unknown" }, { secrets });
    const { asked, outcome } = await bench.setUpScope(patScope, { secrets });
    expect(asked.map(({ id }) => id).slice(0, 4)).toEqual([
      "app-installable",
      "no-profile",
      "pat-owner",
      "pat-policy",
    ]);
    expect(outcome?.profile).toBe("pat");
  });
});

test("if all five are met, each is shown with its evidence and its source", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  const { secrets } = await bench.saveToken();
  const { text } = await bench.setUpScope(patScope, { secrets });
  for (const question of [prefix.oneOwner, prefix.apis]) {
    expect(text).toContain(`✔ holds: ${question}`);
  }
  // The operator reports these at least in part; nothing verifies them.
  for (const question of [prefix.access, prefix.policy, prefix.limits]) {
    expect(text).toContain(`” holds: ${question}`);
  }
  expect(text).toContain("access to acme/control is sufficient; access to acme/api is sufficient");
  for (const source of ["(forge and operator)", "(operator)", "(settings)"])
    expect(text).toContain(source);
});

test("the conditions in the wizard are the five of the specification", () => {
  const evidence = {
    owners: [],
    canSelectOwner: "unknown",
    access: new Map(),
    policyPermits: "unknown",
    approvalObtainable: "unknown",
    requiredApis: [],
    canBeLimited: "unknown",
  } as const;
  const questions = evaluatePatConditions(evidence).map(({ question }) => question);
  expect(questions).toEqual(Object.values(prefix));
});
