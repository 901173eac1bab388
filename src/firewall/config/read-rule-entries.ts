import { fault, type Fault } from "../rules/fault.ts";
import { fieldOf, typeOf, type YamlNode } from "../../yaml/yaml-node.ts";
import type { Locate } from "./config-document.ts";
import { alias, readText, wrong, type ReadConfig } from "./config-values.ts";
import { findStrange } from "./find-strange.ts";

export const ruleKeys = ["url", "methods", "reason"] as const;

/** Reads `rules: [{ url, methods, reason }]`. */
export function readRuleEntries(value: YamlNode, locate: Locate): ReadConfig {
  const named = { ...locate(value), text: "rules" };
  if (value.isAlias) return wrong(named, alias);
  if (value.kind !== "list")
    return wrong(named, fault("is not a list of rules such as `- url: https://example.com/a/*`"));
  const read = value.items.map((entry) => readEntry(entry, locate));
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readEntry(entry: YamlNode, locate: Locate): ReadConfig {
  if (entry.isAlias) return wrong(locate(entry), alias);
  if (entry.kind !== "map") return wrong(locate(entry), fault("is not a rule with a url"));
  const strange = findStrange(entry, ruleKeys, { locate, kind: "a rule" });
  const valueOf = (name: string) => fieldOf(entry, name)?.value;
  const fields = { url: valueOf("url"), methods: valueOf("methods"), reason: valueOf("reason") };
  const read = readFields(entry, fields, locate);
  return { written: read.written, problems: [...strange, ...read.problems] };
}

type Fields = Readonly<Record<(typeof ruleKeys)[number], YamlNode | undefined>>;

function readFields(entry: YamlNode, { url, methods, reason }: Fields, locate: Locate): ReadConfig {
  if (!url) return wrong(locate(entry), fault("requires a url"));
  const text = readText(url);
  const names = methods && readMethods(methods);
  const note = reason && readText(reason);
  const problems = [
    ...problemsOf({ ...locate(url), text: "url" }, text),
    ...(methods && names ? problemsOf({ ...locate(methods), text: "methods" }, names) : []),
    ...(reason && note !== undefined
      ? problemsOf({ ...locate(reason), text: "reason" }, note)
      : []),
  ];
  if (typeof text !== "string" || problems.length > 0) return { written: [], problems };
  const more = {
    ...(Array.isArray(names) && { methods: names }),
    ...(typeof note === "string" && { note }),
  };
  return { written: [{ name: "allow-urls", value: text, id: locate(url).id, ...more }], problems };
}

function problemsOf(placed: Parameters<typeof wrong>[0], read: string | readonly string[] | Fault) {
  return typeof read === "object" && "fault" in read ? wrong(placed, read).problems : [];
}

/** Reads a list of methods, or text with commas. */
export function readMethods(node: YamlNode): string[] | Fault {
  if (node.isAlias) return alias;
  if (node.kind === "scalar" && typeOf(node) === "text") {
    return node.text.split(",").map((name) => name.trim());
  }
  if (node.kind !== "list") return fault("is not a list of methods such as [GET, HEAD]");
  const names = node.items.map(readText);
  const texts = names.filter((name) => typeof name === "string");
  return names.find((name) => typeof name !== "string") ?? texts;
}
