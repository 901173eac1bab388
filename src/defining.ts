import type { Command } from "commander";

/** What a definition is told besides the command that it fills. */
export interface Defining {
  /** The words of the line, or `every` where all of it is described. */
  readonly words: readonly string[] | "every";
  /** The whole program, with every command defined: what describes it all. */
  readonly whole: () => Promise<Command>;
}
