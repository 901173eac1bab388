import type { Diagnostic, Findings } from "./diagnostics.ts";
import type { YamlNode } from "./yaml-node.ts";

/** A part of a JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly [word: string]: unknown;
}

/** Where a value stands. */
export interface Site {
  /** `engine.args[2]`; empty for the whole front matter. */
  readonly path: string;
  /** Where its key begins, or for the item of a list the item. */
  readonly key: { readonly start: number };
  readonly findings: Findings;
}

/** What a value has to look like. An editor's schema and what is read come from the same place, so that they agree. */
export interface Shape<T> {
  readonly schema: JsonSchema;
  /** Says all that is wrong, and gives nothing then. */
  read(node: YamlNode, site: Site): T | undefined;
}

/** What is wrong with a value. */
export type Complaint = Pick<Diagnostic, "message" | "hint">;

/** Tells a value's complaint where the value stands. */
export function refuse(node: YamlNode, { path, findings }: Site, complaint: Complaint): undefined {
  findings.error(node, path, complaint);
}

/** The same value, looked at once more: by itself it has the right shape. */
export function checked<T>(
  shape: Shape<T>,
  check: (value: T, node: YamlNode, site: Site) => void,
): Shape<T> {
  return {
    schema: shape.schema,
    read(node, site) {
      const value = shape.read(node, site);
      if (value !== undefined) check(value, node, site);
      return value;
    },
  };
}

/** Whichever of two shapes a value's kind asks for. */
export function either<A, B>(
  isFirst: (node: YamlNode) => boolean,
  first: Shape<A>,
  second: Shape<B>,
): Shape<A | B> {
  return {
    schema: { anyOf: [first.schema, second.schema] },
    read: (node, site) => (isFirst(node) ? first.read(node, site) : second.read(node, site)),
  };
}
