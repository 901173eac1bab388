import { fault, type Fault } from "../rules/fault.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import type { Placed } from "./config-document.ts";
import type { WrittenOption } from "./option-table.ts";

export interface ReadConfig {
  readonly written: readonly WrittenOption[];
  readonly problems: readonly RuleProblem[];
}

export function readText({ content }: Placed): string | Fault {
  if (content.kind === "text" || content.kind === "number") return content.text;
  return content.kind === "odd" ? content.wrong : fault("has no text as its value");
}

export function wrong({ id, text }: Placed, { fault: problem, suggestion }: Fault): ReadConfig {
  const more = suggestion === undefined ? {} : { suggestion };
  return { written: [], problems: [{ id, text, problem, ...more }] };
}
