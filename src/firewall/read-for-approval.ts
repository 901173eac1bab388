import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { readConfigFiles, type ReadConfigFiles, type ReadRulesFile } from "./config-file.ts";
import { describeSource } from "./rules/credential-rule.ts";

/** A rules file with the content that an approval would cover. */
export interface FileToApprove extends ReadRulesFile, Pick<ReadConfigFiles, "credentials"> {}

/**
 * Reads a rules file for approval.
 * @param expected SHA-256 of the reviewed content; undefined if the operator reviews it now
 * @throws InvalidInput if the file is invalid or has other content
 */
export async function readForApproval(
  path: string,
  expected: string | undefined,
): Promise<FileToApprove> {
  const { files, problems, credentials } = await readConfigFiles([path]);
  const [file] = files;
  const [problem] = problems;
  if (problem || !file) {
    const what = problem ? `${problem.id}: ${problem.text} ${problem.problem}.` : path;
    throw new InvalidInput(`The rules file is invalid. ${what}`, [
      { text: "Show all problems", command: ownCommandLine("firewall", "check", "--config", path) },
    ]);
  }
  if (expected !== undefined && expected.toLowerCase() !== file.sha256) {
    throw new InvalidInput(`The SHA-256 of ${path} is ${file.sha256}, not ${expected}.`, [
      { text: "Review the file again: it changed, or the digits are those of another file" },
    ]);
  }
  return { ...file, ...(credentials && { credentials }) };
}

/** Returns one line for each entry that an approval covers. */
export function describeSections({ credentials = [] }: FileToApprove): readonly string[] {
  return credentials.map(({ text, methods, source }) => {
    const asked = methods ? `${methods.join(", ")} ${text}` : text;
    const level = source.kind === "app" && source.permissions ? describe(source.permissions) : "";
    return `${asked}: ${describeSource(source)}${level}`;
  });
}

function describe(permissions: Readonly<Record<string, string>>): string {
  const levels = Object.entries(permissions).map(([name, level]) => `${name}: ${level}`);
  return `, ${levels.join(", ")}`;
}
