import { findPair, describeIncomplete } from "../../credentials/choose-credential.ts";
import type { AppPair } from "../../credentials/choose-credential.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { requirePlain } from "../../credentials/require-plain.ts";
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

/**
 * Matches the value of an undefined variable, which Azure Pipelines does not expand:
 * `$(CP_FORGE_TOKEN)`.
 */
const macro = /^\s*\$\([^()]*\)\s*$/;

/**
 * Returns the environment without variables that Azure Pipelines did not expand because they are
 * undefined.
 */
export function withoutMacros(env: Environment): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => !macro.test(value ?? "")));
}

/**
 * The credential for applying proposals: the write App, or else the PAT. The engine's token is
 * never used.
 */
export type OutputBearer =
  | { readonly kind: "write-app"; readonly pair: AppPair }
  | { readonly kind: "pat"; readonly token: Secret; readonly skipped: string };

/**
 * Chooses the write App if its credentials are complete, or else the PAT. If the forge rejects the
 * chosen credential, there is no fallback.
 * @throws Incomplete if neither is available
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export function chooseBearer(env: Environment): OutputBearer {
  const found = findPair(env, "write");
  if (found.found === "pair") return { kind: "write-app", pair: found.bearer.pair };
  const { variable, secret } = appRecords.write;
  const skipped =
    found.found === "half"
      ? describeIncomplete("write App", found.missing)
      : `No write App is configured: ${found.missing.join(" and ")} are empty.`;
  const pat = env[patSecret]?.trim();
  if (pat) return { kind: "pat", token: new Secret(requirePlain(pat, patSecret)), skipped };
  throw new Incomplete(`No credential for applying outputs. ${skipped}`, [
    { text: `Pass ${variable} and ${secret} to the step with "env", or ${patSecret}` },
  ]);
}

/** Returns the secrets in the environment, which proposals must not contain. */
export function secretsOf(env: Environment): Secret[] {
  return [env[appRecords.write.secret], env[patSecret]]
    .map((value) => new Secret(value?.trim() ?? ""))
    .filter(({ isEmpty }) => !isEmpty);
}

/**
 * Returns the repository that the run belongs to. Agent output cannot choose a different one.
 * @throws InvalidInput
 */
export function requireOwnRepository(env: Environment): RepositoryName {
  const name = stepVariable(env, "REPOSITORY") ?? env["BUILD_REPOSITORY_NAME"]?.trim() ?? "";
  const repository = parseRepositoryName(name);
  if (repository) return repository;
  const what =
    name === ""
      ? "Repository unknown: FORGE_REPOSITORY and BUILD_REPOSITORY_NAME are empty."
      : `"${name}" is not a full repository name (owner/name).`;
  throw new InvalidInput(what, [{ text: "Set FORGE_REPOSITORY, for example to acme/control" }]);
}

/**
 * Returns the forge given on the command line, or else the forge in the environment, or else the
 * public forge.
 * @throws InvalidInput
 */
export function forgeOf(env: Environment, given: string | undefined): HostProfile {
  const address = given ?? stepVariable(env, "API_URL")?.trim();
  return address === undefined ? resolveHost(publicHost) : resolveApi(address);
}

const attempts = [
  "SYSTEM_JOBATTEMPT",
  "SYSTEM_STAGEATTEMPT",
  "FORGE_RUN_ATTEMPT",
  "GITHUB_RUN_ATTEMPT",
];

/**
 * Returns whether this job has been started before in the same run, possibly on another machine.
 */
export function isLaterAttempt(env: Environment): boolean {
  return attempts.some((name) => Number(env[name] ?? 1) > 1);
}

/** Returns the ID of the pipeline run: its project and number. Empty if the run has no number. */
export function runIdOf(env: Environment): string {
  const build = env["BUILD_BUILDID"]?.trim() ?? "";
  const project = env["SYSTEM_TEAMPROJECTID"]?.trim() ?? "";
  return [project, build].filter((part) => part !== "").join("/");
}

/**
 * Returns the signature line above an agent's text. It names the run and the proposal's line
 * number, so that a later run of the job can recognize the output. Undefined if the run has no
 * number.
 */
export function signatureOf(
  env: Environment,
  { line, hash }: Pick<ProposedLine, "line" | "hash">,
): string | undefined {
  const build = env["BUILD_BUILDID"]?.trim() ?? "";
  if (!/^[\w.-]{1,64}$/.test(build)) return undefined;
  return `Proposed by an agent in run ${build}, line ${line} (${hash.slice(0, 16)})`;
}
