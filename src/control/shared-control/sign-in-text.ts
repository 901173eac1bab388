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
/** `[ -n "`, `<<< "`, `: "`, `echo "`: what only looks at it, or hands it to a login. */
const looks = /(?:\s-[zn]\s|<<<\s?|\becho\s|(?:^|\n)\s*:\s)["']?$/;

/** Whether a script uses the value behind this text for nothing but to sign in. */
export function isOwnUse(before: string): boolean {
  return header.test(before) || option.test(before) || looks.test(before);
}

/** The texts before each use of a variable in a script: `$NAME`, `${NAME}`. */
export function textsBefore(script: string, name: string): string[] {
  const use = new RegExp(`\\$(?:${name}(?!\\w)|\\{${name}(?!\\w))`, "g");
  return [...script.matchAll(use)].map(({ index }) =>
    script.slice(Math.max(0, index - 200), index),
  );
}
