import type { Connection } from "../../forge/connection.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import { Incomplete } from "../../shared/errors.ts";
import { commandLine } from "../../plane/repository/command-line.ts";
import { createControlMemory } from "../../plane/repository/repository-cache.ts";
import type { ControlFiles } from "../../plane/repository/repository-cache.ts";
import { followControlFile } from "../../plane/scope/control-files.ts";
import type { FollowedFile } from "../../plane/scope/control-files.ts";
import { requireSeen } from "../../plane/repository/unseen-repository.ts";
import { readDecided, valueOf } from "../../plane/scope/read-decided.ts";
import { choiceOf } from "./choice-of.ts";
import { controlFilePath } from "./control-file.ts";
import { reviewControlSources, wantPlan } from "./review-control.ts";
import type { ControlFindings } from "./review-control.ts";
import { planFor } from "./plan-for.ts";
import type { OpenPlan } from "./plan-for.ts";
import { readRepositorySources } from "./repository-sources.ts";

type Location = Pick<Connection, "profile" | "client">;

/** Inspects a control repository on the forge with three requests. */
export async function inspectControl(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<ControlFindings> {
  const [decided, sources] = await Promise.all([
    readDecided(client, repository),
    readRepositorySources(client, repository),
  ]);
  return reviewControlSources(sources, client.profile.brand, decided);
}

/**
 * Reads the control file of a control repository, and changes it in a commit to the default branch.
 */
export function followSharedControl(
  { profile, client }: Location,
  repository: RepositoryName,
  files: ControlFiles = createControlMemory(client, repository).files,
): FollowedFile {
  const path = controlFilePath(profile.brand);
  return followControlFile(client, { repository, files, path });
}

/** The message of commits that write the control file. */
export const controlMessage = "Render the control file";

/**
 * Reads a control repository's committed decision and settings, from which its control file is
 * rendered.
 * @param named overrides the profile in the decision
 * @throws Incomplete if the decision does not contain a usable profile, RepositoryUnseen if the
 *   repository is not visible
 */
export async function readPlanThere(
  connection: Location & Pick<Connection, "cli">,
  repository: RepositoryName,
  named: Profile | undefined,
): Promise<OpenPlan> {
  const { profile, client } = connection;
  const decided = await readDecided(await client(), repository);
  if (decided.settings.state === "missing") await requireSeen({ connection, repository });
  if (named !== undefined) {
    return planFor(profile.brand, choiceOf(named), valueOf(decided.settings));
  }
  const wanted = wantPlan(profile.brand, decided);
  if (wanted.plan) return wanted.plan;
  throw new Incomplete(wanted.reason, [
    { text: "Choose a profile", command: commandLine("scope", { profile, repository }) },
  ]);
}
