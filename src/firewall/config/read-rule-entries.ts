import { fault, type Fault } from "../rules/fault.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import type { Placed } from "./config-document.ts";
import { readText, wrong, type ReadConfig } from "./config-values.ts";

/** The keys of a rule. */
export const ruleKeys = ["url", "methods", "because"] as const;

/** Reads `rules: [{ url, methods, because }]`. */
export function readRuleEntries(value: Placed): ReadConfig {
  const named = { ...value, text: "rules" };
  if (value.content.kind === "odd") return wrong(named, value.content.wrong);
  if (value.content.kind !== "list")
    return wrong(named, fault("is no list of rules, as `- url: https://example.com/a/*` is"));
  const read = value.content.items.map(readEntry);
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readEntry(entry: Placed): ReadConfig {
  if (entry.content.kind === "odd") return wrong(entry, entry.content.wrong);
  if (entry.content.kind !== "map") return wrong(entry, fault("is no rule with a url"));
  const { pairs } = entry.content;
  const strange = pairs.flatMap(([key]) => {
    const name = keyOf(key);
    if (ruleKeys.some((known) => known === name)) return [];
    const unknown = fault("is no key of a rule", findNearest(name, ruleKeys));
    return wrong({ ...key, text: name }, unknown).problems;
  });
  const valueOf = (name: string) => pairs.find(([key]) => keyOf(key) === name)?.[1];
  const fields = { url: valueOf("url"), methods: valueOf("methods"), because: valueOf("because") };
  const read = readFields(entry, fields);
  return { written: read.written, problems: [...strange, ...read.problems] };
}

function keyOf({ content, text }: Placed): string {
  return content.kind === "text" ? content.text : text;
}

type Fields = Readonly<Record<(typeof ruleKeys)[number], Placed | undefined>>;

function readFields(entry: Placed, { url, methods, because }: Fields): ReadConfig {
  if (!url) return wrong(entry, fault("has no url"));
  const text = readText(url);
  const names = methods && readMethods(methods);
  const note = because && readText(because);
  const problems = [
    ...problemsOf({ ...url, text: "url" }, text),
    ...(methods && names ? problemsOf({ ...methods, text: "methods" }, names) : []),
    ...(because && note !== undefined ? problemsOf({ ...because, text: "because" }, note) : []),
  ];
  if (typeof text !== "string" || problems.length > 0) return { written: [], problems };
  const more = {
    ...(Array.isArray(names) && { methods: names }),
    ...(typeof note === "string" && { note }),
  };
  return { written: [{ name: "allow-urls", value: text, id: url.id, ...more }], problems };
}

function problemsOf(placed: Placed, read: string | readonly string[] | Fault) {
  return typeof read === "object" && "fault" in read ? wrong(placed, read).problems : [];
}

function readMethods({ content }: Placed): string[] | Fault {
  if (content.kind === "text") return content.text.split(",").map((name) => name.trim());
  if (content.kind !== "list") return fault("is no list of methods, as [GET, HEAD] is");
  const names = content.items.map(readText);
  const texts = names.filter((name) => typeof name === "string");
  return names.find((name) => typeof name !== "string") ?? texts;
}
