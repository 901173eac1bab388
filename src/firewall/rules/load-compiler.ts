import { compileWith, type Compiled } from "./compile-policy.ts";
import type { RuleOptions } from "./rule-options.ts";

/** Compiles rules synchronously, so that they can be validated on every key press. */
export type Compile = (options: RuleOptions) => Compiled;

/** Loads the public suffix list and returns a compiler that uses it. */
export async function loadCompiler(): Promise<Compile> {
  const { findListed } = await import("./suffix-list.ts");
  return (options) => compileWith(options, findListed);
}
