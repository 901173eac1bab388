import type { YamlNode } from "./yaml-node.ts";

/**
 * The maximum nesting depth. Real files are nested much less deeply. Deeper files would exhaust the
 * stack of a recursive parser.
 */
export const maxDepth = 64;

/** A fault in the YAML itself, regardless of its keys. */
export interface YamlFault {
  readonly kind:
    | "syntax"
    | "depth"
    | "size"
    | "directive"
    | "documents"
    | "tag"
    /** A tag for a type that every reader knows: `!!str`. */
    | "core tag"
    | "alias"
    | "merge"
    | "key"
    | "twice";
  readonly offset: number;
  /** A predicate such as `is nested too deeply`, or a phrase such as `invalid YAML`. */
  readonly message: string;
  /** The parser's message without the prefix `invalid YAML`. */
  readonly reason?: string;
}

export interface ReadOptions {
  /** Noun for the kind of text in messages: `definition`. */
  readonly what: string;
  /** Offset of the text in its file (default: 0). */
  readonly base?: number;
  /** The maximum number of values. Values from aliases have a separate limit. */
  readonly maxValues?: number;
  /**
   * The effect of the key `<<`, a feature of YAML 1.1.
   * - `none`: it is a key like any other (default)
   * - `nearest`: it merges maps; the map's own fields take precedence, then the first of several
   *   maps
   * - `all`: it merges maps and keeps all fields with the same name, because readers disagree about
   *   which one applies
   */
  readonly merges?: "none" | "nearest" | "all";
}

export interface YamlText {
  /** Undefined if the text cannot be read or is empty. */
  readonly root?: YamlNode;
  readonly faults: readonly YamlFault[];
}
