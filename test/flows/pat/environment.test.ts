import { expect, test } from "vitest";
import type { UserError } from "../../../src/shared/errors.ts";
import { openScopeBench, patScope } from "../scope/scope-bench.ts";
import type { ScopeBench } from "../scope/scope-bench.ts";

const environment = "/repos/acme/control/environments/control-plane";
const puts = (bench: ScopeBench) =>
  bench.changes().filter((change) => change.includes("PUT") && change.endsWith("control-plane"));

async function openPatBench() {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  return { bench, ...(await bench.saveToken()) };
}

interface Environment {
  readonly deployment_branch_policy: object | null;
  readonly protection_rules: readonly { readonly type: string }[];
}

test("a new environment allows only the default branch", async () => {
  const { bench, secrets } = await openPatBench();
  const { error, text } = await bench.setUpScope(patScope, { secrets });
  expect(error).toBeUndefined();
  const made = (await bench.send("GET", environment)).json as Environment;
  expect(made.deployment_branch_policy).toEqual({
    protected_branches: false,
    custom_branch_policies: true,
  });
  const rules = await bench.send("GET", `${environment}/deployment-branch-policies`);
  expect(rules.json).toMatchObject({ branch_policies: [{ name: "main", type: "branch" }] });
  expect(text).toContain(
    "done: PAT environment: control-plane · branch main only, if push access to it is restricted",
  );
});

const chosenBranches = { protected_branches: false, custom_branch_policies: true };

test("an existing environment keeps its rules", async () => {
  const { bench, secrets } = await openPatBench();
  await bench.send("PUT", environment, { deployment_branch_policy: chosenBranches });
  const policies = `${environment}/deployment-branch-policies`;
  await bench.send("POST", policies, { name: "release/*" });
  const answers = { ...patScope, "pat-unprotected": true };
  const { error, text } = await bench.setUpScope(answers, { secrets });
  expect(error).toBeUndefined();
  expect(puts(bench)).toHaveLength(1);
  expect((await bench.send("GET", policies)).json).toMatchObject({
    branch_policies: [{ name: "release/*" }],
  });
  expect(text).toContain(
    "unknown: PAT environment: control-plane · branch release/* only: anyone who can push branch release/* can use it",
  );
});

test("a killed run leaves an environment closed to all branches, and the next run allows the default branch", async () => {
  const { bench, secrets } = await openPatBench();
  const on = `POST ${environment}/deployment-branch-policies`;
  bench.emulator.setFaults([{ on, play: { kind: "cut", when: "before" } }]);
  const first = await bench.setUpScope(patScope, { secrets });
  expect(first.error).toMatchObject({ exitCode: 4 });
  const { error, text } = await bench.setUpScope(patScope, { secrets });
  expect(error).toBeUndefined();
  expect(text).toContain("PAT environment: control-plane · branch main only");
});

const onlyProtected = { protected_branches: true, custom_branch_policies: false };

test.each([
  ["without rules", {}, "no protection rules"],
  [
    "limited to protected branches, although no branch is protected,",
    { deployment_branch_policy: onlyProtected },
    "protected branches only, but none is protected, so every branch can use it",
  ],
])("an environment %s receives a token only after a yes", async (_, rules, protection) => {
  const { bench, secrets } = await openPatBench();
  await bench.send("PUT", environment, rules);
  const no = await bench.setUpScope({ ...patScope, "pat-unprotected": false }, { secrets });
  expect(no.error).toMatchObject({ exitCode: 5 });
  expect(no.error?.message).toBe(
    "The environment control-plane is not protected. No token was stored there.",
  );
  expect(no.asked.map(({ id }) => id)).not.toContain("pat-create");
  expect((no.error as Partial<UserError>).hints).toEqual([
    { text: "Allow only the default branch, or require a reviewer for each run" },
    {
      text: "In a private repository, branch rules require Team (personal account: Pro), and reviewers require Enterprise",
    },
    {
      text: "Check the environment's rules",
      link: expect.stringContaining("/acme/control/settings/environments") as string,
    },
    {
      text: "Then run setup again",
      command: expect.stringMatching(/^gatehouse setup .*acme\/control$/) as string,
    },
  ]);

  const reported: string[] = [];
  const yes = await bench.setUpScope(
    { ...patScope, "pat-unprotected": true },
    {
      secrets,
      onQuestion: (id, _replayed, question) => {
        if (id === "pat-unprotected")
          reported.push(...(question?.facts ?? []).map(({ text }) => text));
      },
    },
  );
  expect(reported.slice(0, 2)).toEqual(["control-plane in acme/control", protection]);
  expect(reported.join(" ")).toContain("anyone who can push a branch can steal the token");
  expect(reported.join(" ")).toContain("Allow only the default branch");
  expect(yes.asked.map(({ id }) => id)[0]).toBe("pat-unprotected");
  expect(yes.outcome?.profile).toBe("pat");
  expect(yes.text).toContain(`PAT environment: control-plane · ${protection}`);
  expect(yes.text).toContain("PAT: stored in control-plane");
});

test("on a free plan, an environment cannot protect a private repository: explains the requirement and stores nothing", async () => {
  const { bench, secrets } = await openPatBench();
  await bench.changeWorld({ organizations: { acme: { plan: "free" } } });
  const { error } = await bench.setUpScope({ ...patScope, "pat-unprotected": false }, { secrets });
  expect(error?.message).toBe(
    "The environment control-plane is not protected. It was created and is empty.",
  );
  const hints = (error as Partial<UserError>).hints?.map(({ text }) => text).join() ?? "";
  expect(hints).toMatch(/plan.*Team.*use the Apps.*public control repository/);
  expect((await bench.send("GET", environment)).status).toBe(200);
});

test("on a free plan, the forge rejects a token that is stored anyway", async () => {
  const { bench, secrets } = await openPatBench();
  await bench.changeWorld({ organizations: { acme: { plan: "free" } } });
  const { error, text } = await bench.setUpScope(
    { ...patScope, "pat-unprotected": true },
    { secrets },
  );
  expect(error).toMatchObject({ exitCode: 3 });
  expect(text).not.toContain("stored in control-plane");
});

test("a setup and its rerun report the token's location, its expiry, and the person who replaces it", async () => {
  const bench = await openScopeBench();
  await bench.leaveOwners();
  const { secrets, expiresAt } = await bench.saveToken();
  const pat = { environment: "control-plane", expiresAt, rotationOwner: "olga", state: "proved" };
  const row = `PAT: stored in control-plane · expires ${expiresAt.slice(0, 10)} · olga replaces it`;
  for (const answers of [patScope, {}]) {
    const { outcome, text } = await bench.setUpScope(answers, { secrets });
    expect(outcome?.pat).toEqual(pat);
    expect(text).toContain(row);
  }
});

test("a stored token is not proved if no run of the default branch can use the environment", async () => {
  const { bench, secrets } = await openPatBench();
  await bench.send("PUT", environment, {
    deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
  });
  await bench.send("POST", `${environment}/deployment-branch-policies`, { name: "release" });
  const { outcome, text } = await bench.setUpScope(
    { ...patScope, "pat-unprotected": true },
    { secrets },
  );
  expect(outcome?.pat?.state).toBe("unknown");
  expect(text).toContain("unknown: PAT: stored in control-plane, not verified");
  const again = await bench.setUpScope({ "failure:pat-stored": "leave" });
  expect(again.outcome?.pat?.state).toBe("unknown");
});

test("an environment that could not be created is retried on request", async () => {
  const { bench, secrets } = await openPatBench();
  const play = { kind: "status", status: 503, message: "no" } as const;
  bench.emulator.setFaults([{ on: `PUT ${environment}`, play }]);
  const answers = { ...patScope, "failure:pat-environment": "again" };
  const { error, outcome } = await bench.setUpScope(answers, { secrets });
  expect(error).toBeUndefined();
  expect(outcome?.profile).toBe("pat");
});

test("an environment that was deleted since then is created again", async () => {
  const { bench, secrets } = await openPatBench();
  await bench.setUpScope(patScope, { secrets });
  await bench.send("DELETE", environment);
  const { outcome, error } = await bench.setUpScope(patScope, { secrets });
  expect(error).toBeUndefined();
  expect(outcome?.profile).toBe("pat");
  expect((await bench.send("GET", `${environment}/secrets/CP_FORGE_TOKEN`)).status).toBe(200);
});

test("the token is stored in the environment that the settings name", async () => {
  const { bench, secrets } = await openPatBench();
  const first = await bench.setUpScope({ ...patScope, "pat-owner": "no" }, { secrets });
  expect(first.error).toMatchObject({ exitCode: 5 });
  const path = ".forge/control-plane.json";
  const text = (await bench.file(path)) ?? "";
  await bench.commit(path, text.replace('"control-plane"', '"guarded"'));
  await bench.setUpScope({ ...patScope, scope: "keep" }, { secrets });
  const secret = "/repos/acme/control/environments/guarded/secrets/CP_FORGE_TOKEN";
  expect((await bench.send("GET", secret)).status).toBe(200);
  expect((await bench.send("GET", environment)).status).toBe(404);
});
