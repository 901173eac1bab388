import { findPair, describeIncomplete } from "../../credentials/choose-credential.ts";
import type { AppPair } from "../../credentials/choose-credential.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { publicHost, resolveHost } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { resolveApi } from "../../forge/resolve-api.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";
import type { ProposedLine } from "./proposal.ts";

type Environment = Readonly<NodeJS.ProcessEnv>;

/** A pipeline service leaves the name of a variable that it does not know as it is written: `$(CP_FORGE_TOKEN)`. */
const macro = /^\s*\$\([^()]*\)\s*$/;

/** The environment without what is the literal name of a variable that is not set. */
export function withoutMacros(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => !macro.test(value ?? "")));
}

/** Who carries out what was proposed: the write App, else the PAT. No token of the engine's, ever. */
export type OutputBearer =
  | { readonly is: "write-app"; readonly pair: AppPair }
  | { readonly is: "pat"; readonly token: Secret; readonly passedOver: string };

/**
 * A pair that is there is taken, and where the forge refuses it nothing steps in.
 * @throws Incomplete where there is neither
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export function chooseBearer(env: Environment): OutputBearer {
  const found = findPair(env, "write");
  if (found.found === "pair") return { is: "write-app", pair: found.bearer.pair };
  const { variable, secret } = appRecords.write;
  const passedOver =
    found.found === "half"
      ? describeIncomplete("write App", found.missing)
      : `There is no write App here: ${found.missing.join(" and ")} are empty.`;
  const pat = env[patSecret]?.trim();
  if (pat) return { is: "pat", token: new Secret(pat), passedOver };
  throw new Incomplete(`Nothing can be carried out without a credential. ${passedOver}`, [
    { say: `Hand ${variable} and ${secret} to the step by "env", or ${patSecret}` },
  ]);
}

/** What of the environment no proposal may hold. */
export function secretsOf(env: Environment): Secret[] {
  return [env[appRecords.write.secret], env[patSecret]]
    .map((value) => new Secret(value?.trim() ?? ""))
    .filter(({ isEmpty }) => !isEmpty);
}

/** The repository that the run belongs to: what an agent writes chooses none. @throws InvalidInput */
export function requireOwnRepository(env: Environment): RepositoryName {
  const name = stepVariable(env, "REPOSITORY") ?? env["BUILD_REPOSITORY_NAME"]?.trim() ?? "";
  const repository = parseRepositoryName(name);
  if (repository) return repository;
  const what =
    name === ""
      ? "No repository is told: FORGE_REPOSITORY and BUILD_REPOSITORY_NAME are empty."
      : `"${name}" is not a repository's full name.`;
  throw new InvalidInput(what, [{ say: "Set FORGE_REPOSITORY to it, as in acme/control" }]);
}

/** The forge of the command line, of the environment, or the public one. @throws InvalidInput */
export function forgeOf(env: Environment, told: string | undefined): HostProfile {
  const address = told ?? stepVariable(env, "API_URL")?.trim();
  return address === undefined ? resolveHost(publicHost) : resolveApi(address);
}

const attempts = [
  "SYSTEM_JOBATTEMPT",
  "SYSTEM_STAGEATTEMPT",
  "FORGE_RUN_ATTEMPT",
  "GITHUB_RUN_ATTEMPT",
];

/** Whether the service has run this job before, as a part of the same run: perhaps on another machine. */
export function isLaterAttempt(env: Environment): boolean {
  return attempts.some((name) => Number(env[name] ?? 1) > 1);
}

/** Identity of the pipeline run, of the project and the run's number; empty if the run has no number. */
export function runIdOf(env: Environment): string {
  const build = env["BUILD_BUILDID"]?.trim() ?? "";
  const project = env["SYSTEM_TEAMPROJECTID"]?.trim() ?? "";
  return [project, build].filter((part) => part !== "").join("/");
}

/**
 * What stands above a text of an agent's: which run it came from, and which of its lines it is. By it a later run of the job
 * finds it again. Undefined where the run has no number.
 */
export function signatureOf(
  env: Environment,
  { line, hash }: Pick<ProposedLine, "line" | "hash">,
): string | undefined {
  const build = env["BUILD_BUILDID"]?.trim() ?? "";
  if (!/^[\w.-]{1,64}$/.test(build)) return undefined;
  return `Proposed by an agent in run ${build}, line ${line} (${hash.slice(0, 16)})`;
}
