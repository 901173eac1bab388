import type { RotateDeps } from "../../flows/rotate/rotate-deps.ts";
import { openJournal } from "../asking/journal.ts";
import { recallFrom } from "../asking/recall-from.ts";
import { listOperations } from "../control/rotation/operations.ts";
import { runWorkflow } from "../control/run-workflow.ts";
import { runVerification } from "../control/proof/run-proof.ts";
import type { AppRole } from "../credentials/apps/ceilings.ts";
import { revokeToken, tryToken } from "../credentials/revoke-token.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { repositoriesStep } from "../control/setup/journal-steps.ts";
import type { Connection } from "./connect.ts";
import { journalPath } from "./state-folder.ts";
import { wireSetUp } from "./setup-deps.ts";

type Given = Pick<RotateDeps, "repository" | "wanted" | "openLink" | "noBrowserBecause">;

const reviewLimitMinutes = 90;

/** Gives the rotation its hands: those of the setup, and runs, tokens and the setup's own journal. */
export function wireRotation({
  connection,
  env,
  ...given
}: Given & { connection: Connection; env: NodeJS.ProcessEnv }): RotateDeps {
  const { profile, fetch, rest } = connection;
  const { repository } = given;
  const setUp = wireSetUp({ connection, appNames: {}, port: 0, approved: {}, ...given });
  return {
    ...setUp,
    wanted: given.wanted,
    approvedRepositories: (role) => readApproved(env, { ...connection, repository }, role),
    listOperations: async (settings) => {
      const { variables } = await setUp.readRecords();
      return listOperations(settings, {
        rest: await rest(),
        repository,
        brand: profile.brand,
        variables,
      });
    },
    runReview: async ({ file, inputs }, say, signal) => {
      const options = {
        profile,
        rest: await rest(),
        repository,
        signal,
        say,
        now: setUp.now,
        pause,
      };
      return runWorkflow(options, { file, inputs, limitMinutes: reviewLimitMinutes });
    },
    checkStoredPat: async (environment, say, signal) => {
      const options = { profile, rest: await rest(), repository, signal, say };
      const wish = { credentials: ["pat"] as const, environment };
      const { runLink, tokens } = await runVerification({ ...options, ...wish });
      return { runLink, report: tokens.pat };
    },
    revokeToken: (token) => revokeToken({ profile, fetch }, token),
    isRefused: async (token) => (await tryToken({ profile, fetch }, token)) === "refused",
  };
}

/** What the setup on this machine left behind; the journal of another machine's is not here. */
async function readApproved(
  env: NodeJS.ProcessEnv,
  place: Pick<Connection, "profile"> & { repository: RepositoryName },
  role: AppRole,
): Promise<readonly string[] | undefined> {
  const { profile, repository } = place;
  const header = { flow: "setup", version: 1, host: profile.host, subject: repository.full };
  const journal = await openJournal(journalPath(env, { ...place, flow: "setup" }), header);
  return recallFrom(journal)(repositoriesStep({ ...place, role }));
}
