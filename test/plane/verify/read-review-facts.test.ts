import { expect, test } from "vitest";
import { evaluateReview } from "../../../src/plane/verify/review.ts";
import { readReviewFacts } from "../../../src/plane/verify/read-review-facts.ts";
import { createForgeClient } from "../../../src/forge/client.ts";
import { openControlPlane, patDecision, repository } from "../control-plane-bench.ts";
import { send } from "../../forge/forge-bench.ts";

const environment = "/repos/acme/control/environments/control-plane";

/** Creates a control plane with a PAT, reviewed without a run. */
async function openPatPlane() {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision(patDecision());
  await plane.addPat([]);
  const review = async () => {
    const facts = await readReviewFacts({
      client: plane.client,
      stranger: createForgeClient({ profile: plane.profile, send }),
      repository,
      wantsRun: false,
      now: () => new Date(),
      pause: () => Promise.resolve(),
      signal: new AbortController().signal,
      report: () => undefined,
    });
    return evaluateReview(facts).checks;
  };
  const check = async (id: string) => (await review()).find((each) => each.id === id);
  return { ...plane, check };
}

test("an environment for the default branch is protected, and the protection is described", async () => {
  const { check } = await openPatPlane();
  const found = await check("pat-environment");
  expect(found?.state).toBe("pass");
  expect(found?.evidence.join()).toContain(
    "protected by: branch main only, if push access to it is restricted.",
  );
});

test("an environment for protected branches is protected only if a protected branch exists", async () => {
  const { check, rest } = await openPatPlane();
  const policy = { protected_branches: true, custom_branch_policies: false };
  await rest("PUT", environment, { body: { deployment_branch_policy: policy } });
  const open = await check("pat-environment");
  expect(open?.state).toBe("fail");
  expect(open?.evidence.join()).toContain(
    "protected branches only, but none is protected, so every branch can use it.",
  );
  const asked = { required_status_checks: null, enforce_admins: null };
  const body = { ...asked, required_pull_request_reviews: null, restrictions: null };
  await rest("PUT", "/repos/acme/control/branches/main/protection", { body });
  expect((await check("pat-environment"))?.state).toBe("pass");
});

test.each([403, 404])(
  "unreadable branch rules (%s) leave the protection unknown",
  async (status) => {
    const { check, emulator } = await openPatPlane();
    const on = `GET ${environment}/deployment-branch-policies`;
    emulator.setFaults([{ on, play: { kind: "status", status } }]);
    expect((await check("pat-environment"))?.state).toBe("unknown");
  },
);

test("the check of the organization's shared records is unknown if they cannot be listed", async () => {
  const { check, emulator } = await openPatPlane();
  expect((await check("precedence"))?.state).toBe("pass");
  const on = "GET /repos/acme/control/actions/organization-secrets";
  emulator.setFaults([{ on, play: { kind: "status", status: 404 } }]);
  expect(await check("precedence")).toMatchObject({
    state: "unknown",
    evidence: ["This account cannot list the secrets that the organization shares."],
  });
});
