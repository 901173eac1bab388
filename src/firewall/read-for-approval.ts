import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { ReadRulesFile } from "./config-file.ts";
import { loadSettings, type LoadedSettings } from "./load-settings.ts";
import { describeBudget } from "./rules/budget-rule.ts";
import { describeSource } from "./rules/credential-rule.ts";

/** A rules file with the content that an approval would cover. */
export interface FileToApprove extends ReadRulesFile, Pick<LoadedSettings, "settings" | "claims"> {}

/**
 * Reads a rules file for approval.
 * @param options.expected SHA-256 of the reviewed content; undefined if the operator reviews it now
 * @throws InvalidInput if the file is invalid or has other content
 */
export async function readForApproval(
  path: string,
  { expected, env }: { readonly expected?: string | undefined; readonly env: NodeJS.ProcessEnv },
): Promise<FileToApprove> {
  // The file may contain rules that require an option of the command line.
  const options = { config: [path], sslBump: true };
  const { files, problems, settings, claims } = await loadSettings(options, env);
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
  return { ...file, settings, claims };
}

/** Returns one line for each entry that an approval covers, and for options that redirect it. */
export function describeSections({ settings, claims }: FileToApprove): readonly string[] {
  const { credentials, budget, resolve, upstreamProxy, upstreamCa } = settings;
  const entries = credentials.map(({ text, methods, source, header }) => {
    const asked = methods ? `${methods.join(", ")} ${text}` : text;
    const level = source.kind === "app" && source.permissions ? describe(source.permissions) : "";
    const where = header === undefined ? "" : `, in the header ${header}`;
    return `${asked}: ${describeSource(source)}${level}${where}`;
  });
  const redirects = [
    ...resolve.map(({ host, port, address }) => `resolve: ${host}:${port} is at ${address}`),
    ...(upstreamProxy ? [`upstream-proxy: requests are sent through ${upstreamProxy.host}`] : []),
    ...(upstreamCa === undefined ? [] : [`upstream-ca: certificates in ${upstreamCa} are trusted`]),
  ];
  const claimed = claims.map(({ never, except }) => {
    const exceptions = except.map(({ text }) => text).join(", ");
    return `never ${never.text}${exceptions === "" ? "" : `, except ${exceptions}`}`;
  });
  return [...entries, ...(budget ? describeBudget(budget) : []), ...claimed, ...redirects];
}

function describe(permissions: Readonly<Record<string, string>>): string {
  const levels = Object.entries(permissions).map(([name, level]) => `${name}: ${level}`);
  return `, ${levels.join(", ")}`;
}
