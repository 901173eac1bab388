import { namesCredential } from "./credential-name.ts";
import type { ExpressionPath } from "./expressions.ts";

/**
 * Contexts that contain a credential if an expression uses them as a whole: `toJSON(github)`,
 * `toJSON(steps.m.outputs)`, `github.*`.
 */
const completeContext = /^(?:(?:github|forge)(?: \*)?|env|steps|steps \S+ outputs)$/i;

/**
 * Returns whether an expression names a credential: a secret, the workflow token, or a step output
 * or variable with a name such as `token`.
 */
export function addsCredential({ root, names }: ExpressionPath): boolean {
  if (root === "secrets") return true;
  return completeContext.test(names.join(" ")) || namesCredential(names.at(-1) ?? "");
}
