import { fault } from "../rules/fault.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import type { YamlField, YamlNode } from "../../yaml/yaml-node.ts";
import type { Locate } from "./config-document.ts";
import { alias, readText, wrong, type ReadConfig } from "./config-values.ts";

export const fileKeys = ["hide", "read", "write"] as const;

/** Reads `files: { hide, read, write }`. Each key is a path pattern, or a list of them. */
export function readFiles(value: YamlNode, locate: Locate): ReadConfig {
  const named = { ...locate(value), text: "files" };
  if (value.isAlias) return wrong(named, alias);
  if (value.kind !== "map")
    return wrong(named, fault("is not a map of path lists such as `hide: [.env]`"));
  const read = value.fields.map((field) => readField(field, locate));
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function readField({ key, value }: YamlField, locate: Locate): ReadConfig {
  if (key.isAlias) return wrong(locate(key), alias);
  const name = fileKeys.find((known) => known === key.text);
  if (name === undefined) {
    const unknown = fault("is not a valid key in files", findNearest(key.text, fileKeys));
    return wrong({ ...locate(key), text: key.text }, unknown);
  }
  if (value.isAlias) return wrong({ ...locate(value), text: name }, alias);
  const items = value.kind === "list" ? value.items : [value];
  if (name === "write" && items.length === 0) {
    const problem = fault("is empty; to make all paths read-only, use `read: [.]`");
    return wrong({ ...locate(value), text: name }, problem);
  }
  const read = items.map((item): ReadConfig => {
    const text = readText(item);
    const { id } = locate(item);
    if (typeof text !== "string") return wrong({ id, text: name }, text);
    return { written: [{ name, value: text, id }], problems: [] };
  });
  return {
    written: read.flatMap(({ written }) => written),
    problems: read.flatMap(({ problems }) => problems),
  };
}
