import { typeOf, type YamlNode } from "../../yaml/yaml-node.ts";
import type { BudgetRule } from "../rules/budget-rule.ts";
import type { WrittenCredential } from "../rules/credential-rule.ts";
import { fault, type Fault } from "../rules/fault.ts";
import type { RuleProblem, WrittenClaim } from "../rules/rule-options.ts";
import type { WrittenOption } from "./option-table.ts";

export interface ReadConfig {
  readonly written: readonly WrittenOption[];
  readonly problems: readonly RuleProblem[];
  readonly credentials?: readonly WrittenCredential[];
  readonly claims?: readonly WrittenClaim[];
  readonly budgetRules?: readonly BudgetRule[];
}

/** Concatenates what was read from several files, or from several parts of a file. */
export function mergeConfigs(read: readonly ReadConfig[]): ReadConfig {
  const credentials = read.flatMap((each) => each.credentials ?? []);
  const claims = read.flatMap((each) => each.claims ?? []);
  const budgetRules = read.flatMap((each) => each.budgetRules ?? []);
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
    ...(credentials.length > 0 && { credentials }),
    ...(claims.length > 0 && { claims }),
    ...(budgetRules.length > 0 && { budgetRules }),
  };
}

/** Returns the sections that require the operator's approval. */
export function findSections(read: ReadConfig): readonly string[] {
  const { written, credentials = [], claims = [], budgetRules = [] } = read;
  const limits = written.filter(({ name }) => name === "budget");
  const sections = { credentials, budget: [...limits, ...budgetRules], claims };
  return Object.entries(sections)
    .filter(([, entries]) => entries.length > 0)
    .map(([name]) => name);
}

/** Returns text or a number as written in the file. */
export function readText(node: YamlNode): string | Fault {
  if (node.isAlias) return alias;
  const type = node.kind === "scalar" && typeOf(node);
  return node.kind === "scalar" && (type === "text" || type === "integer" || type === "float")
    ? node.text
    : fault("requires a text value");
}

export const alias = fault("is an alias; write the value itself");

export function wrong(
  { id, text }: Pick<RuleProblem, "id" | "text">,
  { fault: problem, suggestion }: Fault,
): ReadConfig {
  const more = suggestion === undefined ? {} : { suggestion };
  return { written: [], problems: [{ id, text, problem, ...more }] };
}
