import { sayHelp } from "./shared/say-commands.ts";

/** Prints a help, with commands that can be typed where it was asked for. */
export function printHelp(text: string): void {
  process.stdout.write(sayHelp(text));
}

/** The same for whoever did not ask: a command without its verb. */
export function printHelpAsError(text: string): void {
  process.stderr.write(sayHelp(text));
}
