import { namesCredential } from "./credential-name.ts";

/** Matches a name directly before its value: `TOKEN="`, `token: `, `--token `. */
const named = /([\w-]+)["']?\s{0,3}[:=]\s{0,3}["']?$|(--[\w-]+)\s{1,3}["']?$/;
const scheme = /\b(?:bearer|basic|authorization["']?\s{0,3}:\s{0,3}["']?\w+)\s{1,3}["']?$/i;

/** Matches `curl -u "me:` or `curl --user `, within one command. */
const userOption = /\bcurl\b[^\n;|&]*\s(?:-u|--user)[\s=]?["']?[^\s"']*$/;

/**
 * Returns whether a script treats the value after this text as a credential: the value's name
 * indicates a credential, or the script signs in with the value.
 */
export function isForSignIn(before: string): boolean {
  const [, assigned, givenBy] = named.exec(before) ?? [];
  const name = assigned ?? givenBy;
  const isNamed = name !== undefined && namesCredential(name);
  return scheme.test(before) || userOption.test(before) || isNamed;
}

/**
 * Returns whether a command reads a credential from standard input: `gh auth login --with-token`.
 */
export function isLogin(command: string): boolean {
  return /\blogin\b/.test(command) && /--(?:with-token|password-stdin)\b/.test(command);
}

const ownInput = /^(?:(?:github|gh|forge|repo|access|personal|workflow)[-_]?){0,3}(?:token|pat)$/i;

/** Returns whether an action signs in with an input that has this name. */
export function signsInByInput(name: string): boolean {
  return ownInput.test(name);
}

/** Returns whether the CLI signs in with a variable that has this name. */
export function signsInByVariable(name: string): boolean {
  return /^(?:GH|GITHUB|FORGE)(?:_CLI|_ENTERPRISE)?_TOKEN$/.test(name);
}

/**
 * Matches the part of a request or command before a credential: `-H "Authorization: Bearer `, `-u
 * user:`, `--token `.
 */
const header =
  /(?:\s-H\s{0,3}|--header[\s=]\s{0,3})["']?authorization\s{0,3}:\s{0,3}(?:(?:bearer|basic|token)\s{1,3})?["']?$/i;
const option = /\s(?:(?:-u|--user)[\s=]?["']?[\w-]*:|--(?:with-)?token[\s=]["']?)$/;
/**
 * Matches an assignment to the CLI's own token variable, such as `GH_TOKEN="`, at the start of a
 * command or after `export`.
 */
const ownVariable =
  /(?:^|[\n;&|]\s*|\bexport\s{1,3})(?:GH|GITHUB|FORGE)(?:_CLI|_ENTERPRISE)?_TOKEN=["']?$/;
/** Matches `[ -n "` and `: "`, which only test whether a variable is set. */
const checks = /(?:\s-[zn]\s|(?:^|\n)\s*:\s)["']?$/;

/**
 * Returns whether a script uses the value after this text only to sign in, or only tests whether
 * the value is set.
 */
export function isOwnUse(before: string): boolean {
  if (checks.test(before) || ownVariable.test(before)) return true;
  const at = [header, option].map((each) => before.search(each)).find((index) => index !== -1);
  if (at === undefined) return false;
  // If quotes began earlier on the line, this is only quoted text that looks like an option.
  const line = before.slice(before.lastIndexOf("\n", at - 1) + 1, at);
  return line.replaceAll(/[^"']/g, "").length % 2 === 0;
}
