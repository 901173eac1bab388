import { fault, type Fault } from "../rules/fault.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import type { RuleProblem } from "../rules/rule-options.ts";
import { optionEntries, type OptionName, type WrittenOption } from "./option-table.ts";

type Parsed = string | number | object;
type Parse<T> = (text: string) => T | Fault;

/** Reads the values of each option and collects problems. */
export interface Reader {
  readonly problems: RuleProblem[];
  readonly all: (name: OptionName) => readonly WrittenOption[];
  readonly each: <T extends Parsed>(name: OptionName, parse: Parse<T>) => T[];
  /** Validates all values, but returns only the last one. */
  readonly last: <T extends Parsed>(name: OptionName, parse: Parse<T>) => T | undefined;
  readonly text: (name: OptionName) => string | undefined;
  readonly choice: (name: OptionName) => string | undefined;
  readonly isSet: (name: OptionName) => boolean;
}

export function createReader(written: readonly WrittenOption[]): Reader {
  const problems: RuleProblem[] = [];
  const all = (name: OptionName) => written.filter((option) => option.name === name);
  const each = <T extends Parsed>(name: OptionName, parse: Parse<T>): T[] =>
    all(name).flatMap((option) => {
      const read = parse(String(option.value));
      if (!isWrong(read)) return [read];
      problems.push(toProblem(option, read));
      return [];
    });
  const last = <T extends Parsed>(name: OptionName, parse: Parse<T>) => each(name, parse).at(-1);
  return {
    problems,
    all,
    each,
    last,
    text: (name) => last(name, parseText),
    choice: (name) => last(name, (text) => parseChoice(name, text)),
    isSet: (name) => all(name).at(-1)?.value === true,
  };
}

function isWrong<T extends Parsed>(read: T | Fault): read is Fault {
  return typeof read === "object" && "fault" in read;
}

/** Creates a problem that omits values that may be secret. */
function toProblem({ id, name, value }: WrittenOption, wrong: Fault): RuleProblem {
  const { fault: problem, suggestion } = wrong;
  const isSecret = name === "upstream-proxy" || name === "env";
  const [variable] = /^\w+=/.exec(String(value)) ?? [""];
  return {
    id,
    text: isSecret ? `${variable}…` : String(value),
    problem,
    ...(suggestion !== undefined && { suggestion }),
  };
}

function parseText(text: string): string | Fault {
  if (text === "") return fault("is empty");
  return text.includes("\0") ? fault("contains a NUL character") : text;
}

function parseChoice(name: OptionName, text: string): string | Fault {
  const choices = optionEntries.get(name)?.choices ?? [];
  return choices.includes(text)
    ? text
    : fault(`is not one of ${choices.join(", ")}`, findNearest(text, choices));
}
