import { fault, isFault, type Fault } from "../rules/fault.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import { parseConfig, type Placed } from "./config-document.ts";
import { readText, wrong, type ReadConfig } from "./config-values.ts";
import { optionEntries, type OptionEntry } from "./option-table.ts";
import { splitList } from "./read-command-line.ts";
import { readRuleEntries } from "./read-rule-entries.ts";

/** Reads a rules file. Its keys are the options' names, and `rules`. @param file how it is called in places */
export function readConfig(text: string, file: string): ReadConfig {
  const { root, problems } = parseConfig(text, file);
  if (!root || root.content.kind === "nothing") return { written: [], problems };
  if (root.content.kind !== "map") {
    const problem = "is no map of options, as `allow-domains: [example.com]` is";
    return { written: [], problems: [...problems, { id: root.id, text: "the file", problem }] };
  }
  const read = root.content.pairs.map(readPair);
  return {
    written: read.flatMap(({ written }) => written),
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  };
}

/** Editors find the schema by it. */
const schemaKey = "$schema";

function readPair([key, value]: readonly [Placed, Placed]): ReadConfig {
  const name = key.content.kind === "text" ? key.content.text : key.text;
  if (name === schemaKey) return { written: [], problems: [] };
  if (name === "rules") return readRuleEntries(value);
  const entry = optionEntries.get(name);
  if (!entry) {
    const nearest = findNearest(name.replaceAll("_", "-"), [...optionEntries.keys(), "rules"]);
    return wrong({ ...key, text: name }, fault("is no option of a rules file", nearest));
  }
  const values = readValues(entry, value);
  const named = { ...value, text: name };
  return {
    written: values.flatMap(({ id, read }) =>
      isWrong(read) ? [] : [{ name: entry.name, value: read, id }],
    ),
    problems: values.flatMap(({ id, read }) =>
      isWrong(read) ? wrong({ ...named, id }, read).problems : [],
    ),
  };
}

interface Value {
  readonly id: string;
  readonly read: string | boolean | Fault;
}

function isWrong(read: string | boolean | Fault): read is Fault {
  return typeof read === "object" && isFault(read);
}

function readValues(entry: OptionEntry, value: Placed): Value[] {
  const { id, content } = value;
  if (content.kind === "odd") return [{ id, read: content.wrong }];
  if (content.kind === "nothing") return [{ id, read: fault("has no value") }];
  if (entry.kind === "flag") return [{ id, read: readFlag(value) }];
  if (entry.kind !== "list" && entry.kind !== "texts") return [{ id, read: readText(value) }];
  if (content.kind === "list")
    return content.items.map((item) => ({ id: item.id, read: readText(item) }));
  if (content.kind === "map" && entry.name === "env") return content.pairs.map(readVariable);
  const text = readText(value);
  if (typeof text !== "string") return [{ id, read: text }];
  return splitList(entry, [text]).map((read) => ({ id, read }));
}

function readFlag({ content }: Placed): boolean | Fault {
  if (content.kind === "flag") return content.isSet;
  const text = content.kind === "text" || content.kind === "number" ? content.text : "";
  const meant = /^(true|yes|on|y|1)$/i.test(text) ? "true" : "false";
  const isMeant = /^(true|yes|on|y|1|false|no|off|n|0)$/i.test(text);
  return fault("is neither true nor false", isMeant ? meant : undefined);
}

/** `NAME: value`, of which a number or a flag is text, too. */
function readVariable([key, value]: readonly [Placed, Placed]): Value {
  const { content } = value;
  const text = content.kind === "flag" ? content.text : readText(value);
  const name = readText(key);
  if (typeof name !== "string") return { id: key.id, read: name };
  return { id: value.id, read: typeof text === "string" ? `${name}=${text}` : text };
}
