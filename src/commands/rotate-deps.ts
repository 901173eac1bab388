import type { RotateDeps } from "../../flows/rotate/rotate-deps.ts";
import { listOperations } from "../plane/rotate/operations.ts";
import { runReview } from "../plane/rotate/run-review.ts";
import { isTokenRefused, revokeToken } from "../credentials/revoke-token.ts";
import type { Connection } from "../forge/connection.ts";
import { openFlowSteps } from "./flow-journal.ts";
import { keepProofs, readSetUpProofs } from "./set-up-proofs.ts";
import { runOptions } from "./run-options.ts";
import { wireSetUp } from "./setup-deps.ts";

type Given = Pick<RotateDeps, "repository" | "wanted" | "openLink" | "noBrowserReason">;

/**
 * Creates the dependencies of the rotation: those of setup, plus workflow runs, tokens and setup's
 * journal.
 */
export function wireRotation({
  connection,
  env,
  ...given
}: Given & { connection: Connection; env: NodeJS.ProcessEnv }): RotateDeps {
  const { profile, send, client } = connection;
  const { repository } = given;
  const setUp = wireSetUp({
    connection,
    purpose: "setup",
    appNames: {},
    commandGiven: [],
    port: 0,
    approved: {},
    ...given,
  });
  return {
    ...setUp,
    wanted: given.wanted,
    approvedRepositories: async (role) =>
      (await readSetUpProofs(env, { profile, repository })).repositoriesOf(role),
    readKnownSteps: async () => {
      const steps = async (flow: "setup" | "rotate") =>
        (await openFlowSteps(env, { profile, repository, flow })).steps();
      return { setUp: await steps("setup"), rotation: await steps("rotate") };
    },
    listOperations: async (settings) => {
      const { variables } = await setUp.readRecords();
      return listOperations(settings, { client: await client(), repository, variables });
    },
    runReview: async (operation, report, signal) =>
      runReview(await runOptions(connection, { repository, report, signal }), operation),
    keepProofs: (found) => keepProofs(env, { profile, repository }, found),
    revokeToken: (token) => revokeToken({ profile, send }, token),
    isRefused: (token) => isTokenRefused({ profile, send }, token),
  };
}
