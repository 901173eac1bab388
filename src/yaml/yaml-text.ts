import type { YamlNode } from "./yaml-node.ts";

/** Every file that we read is a few levels deep; a parser that recurses with every bracket runs out of stack. */
export const maxDepth = 64;

/** Something wrong with the YAML itself, whatever its keys mean. */
export interface YamlFault {
  readonly kind:
    | "syntax"
    | "depth"
    | "size"
    | "directive"
    | "documents"
    | "tag"
    /** A tag of a type that every reader knows: `!!str`. */
    | "core tag"
    | "alias"
    | "merge"
    | "key"
    | "twice";
  readonly offset: number;
  /** A sentence's end: `is nested too deeply`. */
  readonly message: string;
  /** The parser's own words, for a sentence that says already what is not valid. */
  readonly reason?: string;
}

export interface ReadOptions {
  /** What the text is, in a sentence: `definition`. */
  readonly what: string;
  /** Offset of the text in its file (default: 0). */
  readonly base?: number;
  /** More values are a fault; those that aliases bring have a limit of their own. */
  readonly maxValues?: number;
  /**
   * What the key `<<` does, which is of YAML 1.1.
   * - `none`: it is a key like any other (default)
   * - `nearest`: it merges maps; the map's own fields win, and of several maps the first
   * - `all`: it merges maps, and of fields of one name all stay, because readers differ in which one wins
   */
  readonly merges?: "none" | "nearest" | "all";
}

export interface YamlText {
  /** Undefined if the text cannot be read, or holds nothing. */
  readonly root?: YamlNode;
  readonly faults: readonly YamlFault[];
}
