import type { Command } from "commander";
import type { Defining } from "../defining.ts";

/** What the build writes into dist/man: all pages by their file names. */
export function define(command: Command, { whole }: Pick<Defining, "whole">): void {
  command
    .requiredOption("--date <day>", "the day of this version")
    .requiredOption("--release <version>", "this version")
    .action(async (edition: { readonly date: string; readonly release: string }) => {
      const { describeCommand, listCommands } = await import("./describe-commands.ts");
      const { manualPage, pageName } = await import("./manual/manual-page.ts");
      const { printJson } = await import("./outcomes/print-json.ts");
      const program = describeCommand(await whole());
      const pages = listCommands(program).map(
        (each) => [`${pageName(each.path)}.1`, manualPage(each, program, edition)] as const,
      );
      printJson(Object.fromEntries(pages));
    });
}
