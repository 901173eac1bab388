import type { Command } from "commander";

/** Which gatehouse a run brings. */
export interface PinOptions {
  readonly cli?: string;
  readonly integrity?: string;
}

/** How the forge is spelled. */
export interface SpellingOptions {
  readonly host: string;
  readonly brand?: string;
}

export function addPinOptions(command: Command): Command {
  return command
    .option("--cli <url>", "package of gatehouse that a run brings (default: as the file has it)")
    .option("--integrity <hash>", "its sha512 integrity, as npm pack --json prints it");
}

export function addSpellingOptions(command: Command): Command {
  return command
    .option("--host <host>", "the forge's host", "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the folder)");
}
