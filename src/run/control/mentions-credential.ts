import { namesCredential } from "./credential-name.ts";
import type { ExpressionPath } from "./expressions.ts";

/** Of these the whole holds one, to whoever takes it: `toJSON(github)`, `toJSON(steps.m.outputs)`, `github.*`. */
const whole = /^(?:(?:github|forge)(?: \*)?|env|steps|steps \S+ outputs)$/i;

/** Whether an expression takes in a credential by what it names: a secret, the workflow token, what a step or a variable calls a token. */
export function bringsCredential({ root, names }: ExpressionPath): boolean {
  if (root === "secrets") return true;
  return whole.test(names.join(" ")) || namesCredential(names.at(-1) ?? "");
}
