import { namesCredential } from "./credential-name.ts";
import { findExpressionPaths } from "./expressions.ts";
import type { ExpressionPath } from "./expressions.ts";

/** Contexts of which the whole holds one: `toJSON(secrets)`, `toJSON(github)`. */
const whole = /^(github|forge)$/;

/** Whether a text takes in a credential: a secret, the workflow token, what a step or a variable calls a token. */
export function mentionsCredential(text: string): boolean {
  return findExpressionPaths(text).some(bringsCredential);
}

export function bringsCredential({ root, names }: ExpressionPath): boolean {
  if (root === "secrets") return true;
  return names.length === 1 ? whole.test(root) : namesCredential(names.at(-1) ?? "");
}
