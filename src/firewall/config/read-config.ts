import { fault, isFault, type Fault } from "../rules/fault.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import { typeOf, type YamlField, type YamlNode } from "../../yaml/yaml-node.ts";
import { parseConfig, type Locate } from "./config-document.ts";
import { alias, mergeConfigs, readText, wrong, type ReadConfig } from "./config-values.ts";
import { optionEntries, type OptionEntry } from "./option-table.ts";
import { readBudget } from "./read-budget.ts";
import { splitList } from "./read-command-line.ts";
import { readClaims } from "./read-claims.ts";
import { readCredentials } from "./read-credentials.ts";
import { readFiles } from "./read-files.ts";
import { readRuleEntries } from "./read-rule-entries.ts";

/**
 * Reads a rules file, whose keys are the names of options and sections.
 * @param file file name for locations in messages
 */
export function readConfig(text: string, file: string): ReadConfig {
  const { root, problems, locate } = parseConfig(text, file);
  if (!root || (isNothing(root) && !root.isAlias)) return { written: [], problems };
  if (root.kind !== "map") {
    const problem = "is not a map of options such as `allow-domains: [example.com]`";
    const completeFile = { id: locate(root).id, text: "the file", problem };
    return { written: [], problems: [...problems, completeFile] };
  }
  const read = root.fields.map((field) => readField(field, locate));
  return mergeConfigs([{ written: [], problems }, ...read]);
}

/** Names of the sections, which are not options. */
const sections = ["rules", "credentials", "claims", "files", "budget"];

/** Key with which editors find the schema. */
const schemaKey = "$schema";

function readField({ key, value }: YamlField, locate: Locate): ReadConfig {
  if (key.isAlias) return wrong(locate(key), alias);
  const name = key.text;
  if (name === schemaKey) return { written: [], problems: [] };
  if (name === "rules") return readRuleEntries(value, locate);
  if (name === "credentials") return readCredentials(value, locate);
  if (name === "claims") return readClaims(value, locate);
  if (name === "files") return readFiles(value, locate);
  if (name === "budget") return readBudget(value, locate);
  const entry = optionEntries.get(name);
  if (!entry) {
    const nearest = findNearest(name.replaceAll("_", "-"), [...optionEntries.keys(), ...sections]);
    return wrong(
      { ...locate(key), text: name },
      fault("is not a valid option in a rules file", nearest),
    );
  }
  const values = readValues(entry, value);
  return {
    written: values.flatMap(({ at, read }) =>
      isWrong(read) ? [] : [{ name: entry.name, value: read, id: locate(at).id }],
    ),
    problems: values.flatMap(({ at, read }) =>
      isWrong(read) ? wrong({ id: locate(at).id, text: name }, read).problems : [],
    ),
  };
}

function isNothing(node: YamlNode): boolean {
  return node.kind === "scalar" && typeOf(node) === "null";
}

interface Value {
  readonly at: YamlNode;
  readonly read: string | boolean | Fault;
}

function isWrong(read: string | boolean | Fault): read is Fault {
  return typeof read === "object" && isFault(read);
}

function readValues(entry: OptionEntry, value: YamlNode): Value[] {
  const at = value;
  if (value.isAlias) return [{ at, read: alias }];
  if (isNothing(value)) return [{ at, read: fault("has no value") }];
  if (entry.kind === "flag") return [{ at, read: readFlag(value) }];
  if (entry.kind === "flag or size") return [{ at, read: readFlagOrText(value) }];
  if (entry.kind !== "list" && entry.kind !== "texts") return [{ at, read: readText(value) }];
  if (value.kind === "list") return value.items.map((item) => ({ at: item, read: readText(item) }));
  if (value.kind === "map" && entry.name === "env") return value.fields.map(readVariable);
  const text = readText(value);
  if (typeof text !== "string") return [{ at, read: text }];
  return splitList(entry, [text]).map((read) => ({ at, read }));
}

function readFlag(node: YamlNode): boolean | Fault {
  const text = node.kind === "scalar" ? node.text : "";
  if (node.kind === "scalar" && typeOf(node) === "boolean") return text.toLowerCase() === "true";
  const meant = /^(true|yes|on|y|1)$/i.test(text) ? "true" : "false";
  const isMeant = /^(true|yes|on|y|1|false|no|off|n|0)$/i.test(text);
  return fault("is not true or false", isMeant ? meant : undefined);
}

function readFlagOrText(node: YamlNode): string | boolean | Fault {
  const isFlag = node.kind === "scalar" && typeOf(node) === "boolean";
  return isFlag ? readFlag(node) : readText(node);
}

/** Reads `NAME: value`. A number or boolean value is read as text. */
function readVariable({ key, value }: YamlField): Value {
  const isFlag = value.kind === "scalar" && typeOf(value) === "boolean" && !value.isAlias;
  const text = isFlag ? value.text : readText(value);
  const name = readText(key);
  if (typeof name !== "string") return { at: key, read: name };
  return { at: value, read: typeof text === "string" ? `${name}=${text}` : text };
}
