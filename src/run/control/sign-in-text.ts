import { namesCredential } from "./credential-name.ts";

/** Where a value is given a name: `TOKEN="`, `token: `, `--token `. */
const named = /([\w-]+)["']?\s{0,3}[:=]\s{0,3}["']?$|(--[\w-]+)\s{1,3}["']?$/;
const scheme = /\b(?:bearer|basic|authorization["']?\s{0,3}:\s{0,3}["']?\w+)\s{1,3}["']?$/i;

/** `curl -u "me:`, `curl --user `, in one command. */
const userOption = /\bcurl\b[^\n;|&]*\s(?:-u|--user)[\s=]?["']?[^\s"']*$/;

/** Whether a script calls the value behind this text a credential, or signs in by it. */
export function isForSignIn(before: string): boolean {
  const [, assigned, givenBy] = named.exec(before) ?? [];
  const name = assigned ?? givenBy;
  const isNamed = name !== undefined && namesCredential(name);
  return scheme.test(before) || userOption.test(before) || isNamed;
}

/** Whether a command reads from its standard input what it signs in by: `gh auth login --with-token`. */
export function isLogin(command: string): boolean {
  return /\blogin\b/.test(command) && /--(?:with-token|password-stdin)\b/.test(command);
}

const ownInput = /^(?:(?:github|gh|forge|repo|access|personal|workflow)[-_]?){0,3}(?:token|pat)$/i;

/** Whether an action signs in by an input of this name. */
export function signsInByInput(name: string): boolean {
  return ownInput.test(name);
}

/** Whether the forge's CLI signs in by a variable of this name. */
export function signsInByVariable(name: string): boolean {
  return /^(?:GH|GITHUB|FORGE)(?:_CLI|_ENTERPRISE)?_TOKEN$/.test(name);
}

/** `-H "Authorization: Bearer `, `-u user:`, `--token `: what the way itself signs in by. */
const header =
  /(?:\s-H\s{0,3}|--header[\s=]\s{0,3})["']?authorization\s{0,3}:\s{0,3}(?:(?:bearer|basic|token)\s{1,3})?["']?$/i;
const option = /\s(?:(?:-u|--user)[\s=]?["']?[\w-]*:|--(?:with-)?token[\s=]["']?)$/;
/** `GH_TOKEN="` of a command's own environment. */
const ownVariable =
  /(?:^|[\n;&|]\s*|\bexport\s{1,3})(?:GH|GITHUB|FORGE)(?:_CLI|_ENTERPRISE)?_TOKEN=["']?$/;
/** `[ -n "`, `: "`: what only looks whether it is there. */
const looks = /(?:\s-[zn]\s|(?:^|\n)\s*:\s)["']?$/;

/** Whether a script uses the value behind this text for nothing but to sign in. */
export function isOwnUse(before: string): boolean {
  if (looks.test(before) || ownVariable.test(before)) return true;
  const at = [header, option].map((each) => before.search(each)).find((index) => index !== -1);
  if (at === undefined) return false;
  // Within quotes that began before, it is no option but a text that looks like one.
  const line = before.slice(before.lastIndexOf("\n", at - 1) + 1, at);
  return line.replaceAll(/[^"']/g, "").length % 2 === 0;
}
