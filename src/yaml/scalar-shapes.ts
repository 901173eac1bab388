import { findNearest } from "../shared/find-nearest.ts";
import { mayBeSecret, quote } from "./quote.ts";
import { refuse, type Complaint, type JsonSchema, type Shape, type Site } from "./shape.ts";
import { nameKind, typeOf, type YamlNode, type YamlScalar } from "./yaml-node.ts";

/**
 * A check of a string: returns the reason why the string is invalid, or undefined if it is valid.
 */
export interface TextCheck {
  (text: string): Complaint | undefined;
  /**
   * A pattern that matches valid strings, for an editor's schema; undefined if no pattern can
   * express the rule.
   */
  readonly pattern?: string;
}

export interface TextRules {
  readonly checks: readonly TextCheck[];
  /** Schema keywords in addition to the patterns of `checks`. */
  readonly schema?: JsonSchema;
  /** Whether the value could be a secret and must not be quoted. */
  readonly isSecret?: boolean;
}

/**
 * Creates the shape of a string that must pass all checks; the first failure is reported. Values
 * that YAML reads as another type must be quoted.
 */
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

/** Returns the check together with a pattern that matches valid strings. */
export function withPattern(pattern: string, check: TextCheck): TextCheck {
  return Object.assign((given: string) => check(given), { pattern });
}

function explainKind(node: YamlNode, isSecret: boolean): Complaint {
  if (node.kind !== "scalar") return { message: `is ${nameKind(node)}; expected a string` };
  if (typeOf(node) === "null") {
    return { message: "has no value", hint: "Set a value, or omit the key" };
  }
  if (isSecret) return { message: `is ${nameKind(node)}; expected a string` };
  const hint = mayBeSecret(node.text) ? "Put it in quotes" : `Quote it: ${quote(node.text)}`;
  return { message: `${quote(node.text)} is ${nameKind(node)}; expected a string`, hint };
}

/**
 * Allows only characters that match the pattern.
 * @param allowed description of these characters: `letters, digits and . _ -`
 */
export function onlySigns(pattern: RegExp, allowed: string): TextCheck {
  return withPattern(`^${pattern.source}+$`, (given) => {
    if (given === "") return { message: "is empty", hint: `Allowed: ${allowed}` };
    const bad = Array.from(given).find((sign) => !pattern.test(sign));
    if (bad === undefined) return undefined;
    const named = /^[\x21-\x7e]$/.test(bad) ? `"${bad}"` : nameSign(bad);
    return { message: `${quote(given)} contains ${named}`, hint: `Allowed: ${allowed}` };
  });
}

function nameSign(sign: string): string {
  if (sign === " ") return "a space";
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
      : { message: `contains ${nameSign(bad)}; only one line is allowed` };
  },
);

/** @param hint how to fix a string that matches */
export function never(pattern: RegExp, message: string, hint?: string): TextCheck {
  const check: TextCheck = (given) =>
    pattern.test(given)
      ? { message: `${quote(given)} ${message}`, ...(hint !== undefined && { hint }) }
      : undefined;
  // Patterns in a schema cannot have flags.
  return pattern.flags === "" ? withPattern(without(pattern), check) : check;
}

/** Returns a pattern for all strings in which the given pattern does not occur. */
function without({ source }: RegExp): string {
  const isAtStart = source.startsWith("^") && !source.includes("|");
  return isAtStart ? `^(?!${source.slice(1)})` : `^(?![\\s\\S]*(?:${source}))`;
}

const expression = /\$\(|\$\{\{|\$\[|##(?:[vV][sS][oO])?\[/;

/**
 * Rejects text that Azure Pipelines would evaluate as an expression or run as a logging command.
 */
export const noExpressions = withPattern(without(expression), (given) => {
  const found = expression.exec(given)?.[0];
  if (found === undefined) return undefined;
  const what = found.startsWith("#") ? "a logging command" : "a pipeline expression";
  return {
    message: `${quote(given)} contains ${what}: "${found}"`,
    hint: "Use a literal value",
  };
});

/** Returns the same check with a different hint. */
export function withHint(check: TextCheck, hint: string): TextCheck {
  const { pattern } = check;
  const hinted: TextCheck = (given) => {
    const found = check(given);
    return found && { ...found, hint };
  };
  return pattern === undefined ? hinted : withPattern(pattern, hinted);
}

/** A YAML 1.2 boolean. Strings and words such as `yes` are rejected. */
export const boolean: Shape<boolean> = {
  schema: { type: "boolean" },
  read(node, site) {
    if (node.kind === "scalar" && typeOf(node) === "boolean") {
      return node.text.toLowerCase() === "true";
    }
    const written = node.kind === "scalar" ? quote(node.text) : nameKind(node);
    return refuse(node, site, { message: `is ${written}; use true or false` });
  },
};

/**
 * Creates the shape of a decimal integer within a range. The range ensures that no digits are lost.
 */
export function integer({ from, to }: { from: number; to: number }): Shape<number> {
  const range = { hint: `A whole number from ${from} to ${to}` };
  return {
    schema: { type: "integer", minimum: from, maximum: to },
    read(node, site) {
      if (node.kind !== "scalar" || !isPlainNumber(node)) {
        const written = node.kind === "scalar" ? quote(node.text) : nameKind(node);
        return refuse(node, site, { message: `is ${written}, not a whole number`, ...range });
      }
      const value = Number(node.text);
      if (value >= from && value <= to) return value;
      const bound = value < from ? `less than ${from}` : `more than ${to}`;
      return refuse(node, site, { message: `${quote(node.text)} is ${bound}`, ...range });
    },
  };
}

/** Returns whether a number is written without quotes, leading zeros or a hexadecimal prefix. */
function isPlainNumber(node: YamlScalar): boolean {
  return node.isPlain && /^(?:0|-?[1-9]\d*)$/.test(node.text);
}

/** Creates the shape of a string that must be one of several words. */
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
  const all = `Valid values: ${words.join(", ")}`;
  if (node.kind !== "scalar")
    return { message: `is ${nameKind(node)}; expected ${what}`, hint: all };
  return {
    message: `${quote(node.text)} is not ${what}`,
    hint: withGuess(node.text, words, all),
  };
}

/** @returns a suggestion, followed by the list of all words */
export function withGuess(written: string, words: readonly string[], all: string): string {
  const nearest = findNearest(written, words);
  return nearest === undefined ? all : `Did you mean "${nearest}"? ${all}`;
}

/**
 * Returns the site of a list item. An item does not have a key, so problems with a key are reported
 * at the item.
 */
export function itemSite(site: Site, index: number, key: { readonly start: number }): Site {
  return { ...site, path: `${site.path}[${index}]`, key };
}
