import { findNearest } from "../../shared/find-nearest.ts";
import { fieldOf, type YamlField, type YamlMap, type YamlNode } from "../../yaml/yaml-node.ts";
import { ruleLimitNames, type BudgetRule } from "../rules/budget-rule.ts";
import { fault, isFault } from "../rules/fault.ts";
import type { Locate } from "./config-document.ts";
import { alias, mergeConfigs, readText, wrong, type ReadConfig } from "./config-values.ts";
import { budgetKeys, parseBudget } from "./parse-budget.ts";
import { readMethods } from "./read-rule-entries.ts";

export const budgetRuleKeys = ["url", "methods", ...ruleLimitNames] as const;

/** Reads `budget: { requests, upload, tokens, minutes, for, shared, repository }`. */
export function readBudget(value: YamlNode, locate: Locate): ReadConfig {
  const named = { ...locate(value), text: "budget" };
  if (value.isAlias) return wrong(named, alias);
  if (value.kind !== "map")
    return wrong(named, fault("is not a map of limits such as `requests: 500`"));
  return mergeConfigs(value.fields.map((field) => readField(field, locate)));
}

function readField({ key, value }: YamlField, locate: Locate): ReadConfig {
  if (key.isAlias) return wrong(locate(key), alias);
  if (key.text === "for") return readRules(value, locate);
  if (!budgetKeys.some((known) => known === key.text)) {
    const unknown = fault(
      "is not a valid key in budget",
      findNearest(key.text, [...budgetKeys, "for"]),
    );
    return wrong({ ...locate(key), text: key.text }, unknown);
  }
  const text = readText(value);
  const { id } = locate(value);
  if (typeof text !== "string") return wrong({ id, text: key.text }, text);
  return { written: [{ name: "budget", value: `${key.text}=${text}`, id }], problems: [] };
}

function readRules(value: YamlNode, locate: Locate): ReadConfig {
  if (value.isAlias) return wrong(locate(value), alias);
  if (value.kind !== "list")
    return wrong({ ...locate(value), text: "for" }, fault("is not a list of entries with a url"));
  return mergeConfigs(value.items.map((entry) => readRule(entry, locate)));
}

function readRule(entry: YamlNode, locate: Locate): ReadConfig {
  if (entry.isAlias) return wrong(locate(entry), alias);
  if (entry.kind !== "map") return wrong(locate(entry), fault("is not an entry with a url"));
  const strange = entry.fields.find(({ key }) => !budgetRuleKeys.some((each) => each === key.text));
  if (strange) {
    const { key } = strange;
    const unknown = fault("is not a valid key in an entry", findNearest(key.text, budgetRuleKeys));
    return wrong({ ...locate(key), text: key.text }, unknown);
  }
  const url = fieldOf(entry, "url")?.value;
  const text = url && readText(url);
  if (!url || typeof text !== "string") return wrong(locate(entry), fault("requires a url"));
  if (text.includes("?")) {
    const suggestion = text.replace(/\?.*$/s, "");
    return wrong({ ...locate(url), text }, fault("has a query: omit it; all count", suggestion));
  }
  const methods = fieldOf(entry, "methods")?.value;
  const names = methods && readMethods(methods);
  if (methods && names && isFault(names))
    return wrong({ ...locate(methods), text: "methods" }, names);
  const read = readLimits(entry, locate);
  if ("problems" in read) return read;
  const rule = {
    id: locate(url).id,
    text,
    limits: read.limits,
    ...(names && !isFault(names) && { methods: names }),
  };
  return { written: [], problems: [], budgetRules: [rule] };
}

function readLimits(
  entry: YamlMap,
  locate: Locate,
): ReadConfig | { readonly limits: BudgetRule["limits"] } {
  const limits: { -readonly [K in keyof BudgetRule["limits"]]: number } = {};
  for (const name of ruleLimitNames) {
    const node = fieldOf(entry, name)?.value;
    if (!node) continue;
    const text = readText(node);
    const part = typeof text === "string" ? parseBudget(`${name}=${text}`) : text;
    if ("fault" in part) return wrong({ ...locate(node), text: name }, part);
    if ("amount" in part) limits[name] = part.amount;
  }
  if (Object.keys(limits).length === 0)
    return wrong(locate(entry), fault("requires a limit: requests or upload"));
  return { limits };
}
