import { findNearest } from "../shared/find-nearest.ts";
import { mayBeSecret, quote } from "./quote.ts";
import { refuse, type Complaint, type JsonSchema, type Shape, type Site } from "./shape.ts";
import { nameKind, typeOf, type YamlNode, type YamlScalar } from "./yaml-node.ts";

/** Says what is wrong with a text, or nothing. */
export interface TextCheck {
  (text: string): Complaint | undefined;
  /** What a text that passes looks like, for an editor's schema; absent where no pattern can say it. */
  readonly pattern?: string;
}

export interface TextRules {
  readonly checks: readonly TextCheck[];
  /** What an editor can know beside the checks' patterns. */
  readonly schema?: JsonSchema;
  /** A value that may be a secret is never quoted. */
  readonly isSecret?: boolean;
}

/** A text that passes all checks; the first that it fails is told. What YAML takes for something else is to be quoted. */
export function text({ checks, schema, isSecret = false }: TextRules): Shape<string> {
  return {
    schema: { type: "string", ...patternsOf(checks), ...schema },
    read(node, site) {
      if (node.kind !== "scalar" || typeOf(node) !== "text") {
        return refuse(node, site, explainKind(node, isSecret));
      }
      for (const check of checks) {
        const complaint = check(node.text);
        if (complaint) return refuse(node, site, complaint);
      }
      return node.text;
    },
  };
}

function patternsOf(checks: readonly TextCheck[]): JsonSchema {
  const patterns = checks.map(({ pattern }) => pattern).filter((each) => each !== undefined);
  if (patterns.length < 2) return patterns[0] === undefined ? {} : { pattern: patterns[0] };
  return { allOf: patterns.map((pattern) => ({ pattern })) };
}

/** A check with the pattern of what passes it. */
export function withPattern(pattern: string, check: TextCheck): TextCheck {
  return Object.assign((given: string) => check(given), { pattern });
}

function explainKind(node: YamlNode, isSecret: boolean): Complaint {
  if (node.kind !== "scalar") return { message: `is ${nameKind(node)}; a text belongs here` };
  if (typeOf(node) === "null") {
    return { message: "has no value", hint: "Write one, or leave the key away" };
  }
  if (isSecret) return { message: `is ${nameKind(node)}; a text belongs here` };
  const hint = mayBeSecret(node.text) ? "Put it in quotes" : `Quote it: ${quote(node.text)}`;
  return { message: `${quote(node.text)} is ${nameKind(node)}; a text belongs here`, hint };
}

/** Only these signs, of which each is a word of a sentence: `letters, digits and . _ -`. */
export function onlySigns(pattern: RegExp, allowed: string): TextCheck {
  return withPattern(`^${pattern.source}+$`, (given) => {
    if (given === "") return { message: "is empty", hint: `Allowed are ${allowed}` };
    const bad = Array.from(given).find((sign) => !pattern.test(sign));
    if (bad === undefined) return undefined;
    const named = /^[\x21-\x7e]$/.test(bad) ? `"${bad}"` : nameSign(bad);
    return { message: `${quote(given)} has ${named} in it`, hint: `Allowed are ${allowed}` };
  });
}

function nameSign(sign: string): string {
  if (sign === " ") return "a blank";
  if (sign === "\n" || sign === "\r") return "a line break";
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `the character U+${code}`;
}

/** One line without control characters. */
export const oneLine = withPattern(
  "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  (given) => {
    const bad = /\p{Cc}|[\u2028\u2029]/u.exec(given)?.[0];
    return bad === undefined
      ? undefined
      : { message: `has ${nameSign(bad)} in it; it is one line` };
  },
);

/** @param hint what to do about what the text must not be */
export function never(pattern: RegExp, message: string, hint?: string): TextCheck {
  const check: TextCheck = (given) =>
    pattern.test(given)
      ? { message: `${quote(given)} ${message}`, ...(hint !== undefined && { hint }) }
      : undefined;
  // A schema's pattern has no flags.
  return pattern.flags === "" ? withPattern(without(pattern), check) : check;
}

/** The pattern of all texts in which another one is not found. */
function without({ source }: RegExp): string {
  const isAtStart = source.startsWith("^") && !source.includes("|");
  return isAtStart ? `^(?!${source.slice(1)})` : `^(?![\\s\\S]*(?:${source}))`;
}

const expression = /\$\(|\$\{\{|\$\[|##(?:[vV][sS][oO])?\[/;

/** What the pipeline service would put something else in the place of, or would take for an order. */
export const noExpressions = withPattern(without(expression), (given) => {
  const found = expression.exec(given)?.[0];
  if (found === undefined) return undefined;
  const what = found.startsWith("#") ? "a logging command" : "an expression of the service";
  return { message: `${quote(given)} has ${what} in it, "${found}"`, hint: "Write it out" };
});

/** `true` or `false`, and nothing that only looks like it. */
export const boolean: Shape<boolean> = {
  schema: { type: "boolean" },
  read(node, site) {
    if (node.kind === "scalar" && typeOf(node) === "boolean") {
      return node.text.toLowerCase() === "true";
    }
    const written = node.kind === "scalar" ? quote(node.text) : nameKind(node);
    return refuse(node, site, { message: `is ${written}; write true or false` });
  },
};

/** A whole number that is written as one: no digit of it can be lost. */
export function wholeNumber({ from, to }: { from: number; to: number }): Shape<number> {
  const range = { hint: `A whole number from ${from} to ${to}` };
  return {
    schema: { type: "integer", minimum: from, maximum: to },
    read(node, site) {
      if (node.kind !== "scalar" || !isPlainNumber(node)) {
        const written = node.kind === "scalar" ? quote(node.text) : nameKind(node);
        return refuse(node, site, { message: `is ${written}, no whole number`, ...range });
      }
      const value = Number(node.text);
      if (value >= from && value <= to) return value;
      const bound = value < from ? `less than ${from}` : `more than ${to}`;
      return refuse(node, site, { message: `${quote(node.text)} is ${bound}`, ...range });
    },
  };
}

/** Neither hexadecimal, nor with zeros before it, nor quoted. */
function isPlainNumber(node: YamlScalar): boolean {
  return node.isPlain && /^(?:0|-?[1-9]\d*)$/.test(node.text);
}

/** One of a few words. */
export function choice<const W extends string>(words: readonly W[], what: string): Shape<W> {
  return {
    schema: { enum: words },
    read(node, site) {
      const found = node.kind === "scalar" ? words.find((word) => word === node.text) : undefined;
      return found ?? refuse(node, site, explainChoice(node, words, what));
    },
  };
}

function explainChoice(node: YamlNode, words: readonly string[], what: string): Complaint {
  const all = `One of ${words.join(", ")}`;
  if (node.kind !== "scalar") return { message: `is ${nameKind(node)}; it is ${what}`, hint: all };
  return {
    message: `${quote(node.text)} is not ${what}`,
    hint: withGuess(node.text, words, all),
  };
}

/** @returns what may have been meant, before what there is */
export function withGuess(written: string, words: readonly string[], all: string): string {
  const nearest = findNearest(written, words);
  return nearest === undefined ? all : `Did you mean "${nearest}"? ${all}`;
}

/** Where a shape belongs to no key. */
export function itemSite(site: Site, index: number, key: { readonly start: number }): Site {
  return { ...site, path: `${site.path}[${index}]`, key };
}
