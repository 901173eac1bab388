import { compileWith, type Compiled } from "./compile-policy.ts";
import type { RuleOptions } from "./rule-options.ts";

/** Compiles rules at once, as often as somebody types. */
export type Compile = (options: RuleOptions) => Compiled;

/** Loads the public suffix list once, so that rules can be judged with each key. */
export async function loadCompiler(): Promise<Compile> {
  const { findListed } = await import("./suffix-list.ts");
  return (options) => compileWith(options, findListed);
}
