import type { Diagnostic, Findings } from "./diagnostics.ts";
import type { YamlNode } from "./yaml-node.ts";

/** A part of a JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly [word: string]: unknown;
}

/** The position of a value, and the collector of problems with the value. */
export interface Site {
  /** A path such as `engine.args[2]`; empty for the front matter as a whole. */
  readonly path: string;
  /** The key of the value. For a list item, the item itself. */
  readonly key: { readonly start: number };
  readonly findings: Findings;
}

/**
 * The rules for a value. The editor schema and the reader use the same rules, so they always agree.
 */
export interface Shape<T> {
  readonly schema: JsonSchema;
  /** Reports all faults, and returns undefined if there are any. */
  read(node: YamlNode, site: Site): T | undefined;
}

/** A fault of a value. */
export type Complaint = Pick<Diagnostic, "message" | "hint">;

/** Reports a problem with a value at the value's position. */
export function refuse(node: YamlNode, { path, findings }: Site, complaint: Complaint): undefined {
  findings.error(node, path, complaint);
}

/** Returns a shape that also performs the given check on valid values. */
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

/** Returns a shape that selects one of two shapes by the value's kind. */
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
