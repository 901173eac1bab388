import { fieldOf, type YamlNode } from "../../yaml/yaml-node.ts";
import { fault } from "../rules/fault.ts";
import type { Rule } from "../rules/rule.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import type { Locate } from "./config-document.ts";
import { alias, mergeConfigs, readText, wrong, type ReadConfig } from "./config-values.ts";
import { findStrange } from "./find-strange.ts";

export const claimKeys = ["never", "except", "reason"] as const;

/** Reads `claims: [{ never, except, reason }]`. `except` is a text or a list. */
export function readClaims(value: YamlNode, locate: Locate): ReadConfig {
  const named = { ...locate(value), text: "claims" };
  if (value.isAlias) return wrong(named, alias);
  if (value.kind !== "list")
    return wrong(named, fault("is not a list of claims such as `- never: evil.example`"));
  return mergeConfigs(value.items.map((entry) => readEntry(entry, locate)));
}

function readEntry(entry: YamlNode, locate: Locate): ReadConfig {
  if (entry.isAlias) return wrong(locate(entry), alias);
  if (entry.kind !== "map") return wrong(locate(entry), fault("is not a claim with never"));
  const strange = findStrange(entry, claimKeys, { locate, kind: "a claim" });
  const valueOf = (name: (typeof claimKeys)[number]) => fieldOf(entry, name)?.value;
  const [never, except, reason] = [valueOf("never"), valueOf("except"), valueOf("reason")];
  if (!never)
    return wrong(locate(entry), fault("requires never: the requests that no rule allows"));
  const exceptions =
    except?.kind === "list" && !except.isAlias ? except.items : [except ?? []].flat();
  const parts = {
    never: readPart(never, { name: "never", locate }),
    except: exceptions.map((node) => readPart(node, { name: "except", locate })),
    reason: reason && readPart(reason, { name: "reason", locate }),
  };
  const read = [parts.never, ...parts.except, parts.reason ?? []].flat();
  const problems = [...strange, ...read.flatMap((part) => part.problems)];
  const { rule } = parts.never;
  if (!rule || problems.length > 0) return { written: [], problems };
  const note = parts.reason?.rule?.text;
  const claim = {
    never: { ...rule, ...(note !== undefined && { note }) },
    except: parts.except.flatMap((part) => part.rule ?? []),
  };
  return { written: [], problems, claims: [claim] };
}

interface ReadPart {
  readonly rule?: Rule;
  readonly problems: readonly RuleProblem[];
}

function readPart(
  node: YamlNode,
  { name, locate }: { readonly name: string; readonly locate: Locate },
): ReadPart {
  const { id } = locate(node);
  const text = readText(node);
  if (typeof text !== "string") return wrong({ id, text: name }, text);
  return { rule: { id, text }, problems: [] };
}
