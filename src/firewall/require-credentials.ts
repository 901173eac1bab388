import { UserError, exitCode } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { ReadRulesFile } from "./config-file.ts";
import { readKey } from "./config/read-key.ts";
import { variableOf, type WrittenCredential } from "./rules/credential-rule.ts";

/** A section of a rules file has no effect, because the operator has not approved the file. */
class NotApproved extends UserError {
  readonly exitCode = exitCode.incomplete;
  constructor({ path }: ReadRulesFile) {
    super(
      `The rules contain credentials or a budget, but you have not approved this version of ${path}.`,
      [
        {
          text: "Review the file, because a project or a pull request can change it. Then approve it",
          command: ownCommandLine("firewall", "approve", path),
        },
      ],
    );
  }
}

/** A variable with a credential is not set. */
class MissingCredential extends UserError {
  readonly exitCode = exitCode.incomplete;
  constructor(variable: string, { id, text }: WrittenCredential) {
    super(`${id}: ${text} requires ${variable}, which is not set.`, [
      { text: `Set ${variable} in the environment of gatehouse` },
    ]);
  }
}

/** In a workflow, only safe outputs and the gate can use the write App. */
class WriteAppInWorkflow extends UserError {
  readonly exitCode = exitCode.usage;
  constructor({ id, text }: WrittenCredential) {
    super(`${id}: ${text} uses the write App, which is for runs on your own machine.`, [
      { text: "In a workflow or pipeline, use { app: read }, and apply changes with safe outputs" },
    ]);
  }
}

/** Whether a job of GitHub Actions or Azure Pipelines started gatehouse. */
function isInWorkflow(env: NodeJS.ProcessEnv): boolean {
  return env["GITHUB_ACTIONS"] === "true" || env["TF_BUILD"] === "True";
}

/**
 * Checks before a run that its credentials have an effect.
 * @param unapproved files that the operator has not approved
 * @see spec/credentials.md, for the purpose of the write App
 * @throws NotApproved, MissingCredential, WriteAppInWorkflow
 */
export function requireCredentials(
  rules: readonly WrittenCredential[],
  { unapproved, env }: { readonly unapproved: readonly ReadRulesFile[]; env: NodeJS.ProcessEnv },
): void {
  const [file] = unapproved;
  if (file) throw new NotApproved(file);
  const written = rules.find(({ source }) => source.kind === "app" && source.role === "write");
  if (written && isInWorkflow(env)) throw new WriteAppInWorkflow(written);
  for (const rule of rules) {
    const variable = rule.source.kind === "app" ? undefined : variableOf(rule.source);
    if (variable !== undefined && readKey(env, variable) === undefined) {
      throw new MissingCredential(variable, rule);
    }
  }
}
