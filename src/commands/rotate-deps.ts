import type { RotateDeps } from "../../flows/rotate/rotate-deps.ts";
import { runProof } from "../control/proof/run-proof.ts";
import { listOperations } from "../control/rotation/operations.ts";
import { runWorkflow } from "../control/run-workflow.ts";
import { revokeToken, tryToken } from "../credentials/revoke-token.ts";
import type { Connection } from "../forge/connection.ts";
import { readSetUpProofs } from "./set-up-proofs.ts";
import { wireSetUp } from "./setup-deps.ts";

type Given = Pick<RotateDeps, "repository" | "wanted" | "openLink" | "noBrowserBecause">;

const reviewLimitMinutes = 90;

/** Gives the rotation its hands: those of the setup, and runs, tokens and the setup's own journal. */
export function wireRotation({
  connection,
  env,
  ...given
}: Given & { connection: Connection; env: NodeJS.ProcessEnv }): RotateDeps {
  const { profile, fetch, client } = connection;
  const { repository } = given;
  const setUp = wireSetUp({ connection, appNames: {}, port: 0, approved: {}, ...given });
  const { now, pause } = setUp;
  return {
    ...setUp,
    wanted: given.wanted,
    approvedRepositories: async (role) =>
      (await readSetUpProofs(env, { profile, repository })).repositoriesOf(role),
    listOperations: async (settings) => {
      const { variables } = await setUp.readRecords();
      return listOperations(settings, { client: await client(), repository, variables });
    },
    runReview: async ({ file, inputs }, say, signal) =>
      runWorkflow(
        { client: await client(), repository, signal, say, now, pause },
        { file, inputs, limitMinutes: reviewLimitMinutes, name: `The run of ${file}` },
      ),
    checkStoredPat: async (environment, say, signal) => {
      const options = { client: await client(), repository, signal, say, now, pause };
      const wish = { credentials: ["pat"] as const, environment };
      const { runLink, tokens } = await runProof({ ...options, ...wish });
      return { runLink, report: tokens.pat };
    },
    revokeToken: (token) => revokeToken({ profile, fetch }, token),
    isRefused: async (token) => (await tryToken({ profile, fetch }, token)) === "refused",
  };
}
