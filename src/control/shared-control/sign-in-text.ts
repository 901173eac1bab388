import { namesCredential } from "./credential-name.ts";

/** Where a value is given a name: `TOKEN="`, `token: `, `--token `. */
const named = /([\w-]+)["']?\s{0,3}[:=]\s{0,3}["']?$|(--[\w-]+)\s{1,3}["']?$/;
const scheme = /\b(?:bearer|basic|authorization["']?\s{0,3}:\s{0,3}["']?\w+)\s{1,3}["']?$/i;

/** Whether a script calls the value behind this text a credential, or signs in by it. */
export function isForSignIn(before: string): boolean {
  const [, assigned, option] = named.exec(before) ?? [];
  const name = assigned ?? option;
  return scheme.test(before) || (name !== undefined && namesCredential(name));
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
