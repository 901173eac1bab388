import type { Command } from "commander";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printText } from "../shared/print-text.ts";

/** The embedded forge's own CLI, with the shapes that the specification gives: no options of ours. */
export function define(command: Command): void {
  command
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .argument("[args...]")
    .action(async () => {
      const { runForgeCli } = await import("../../emulator/entry.ts");
      const { stdin, stdout, stderr, argv } = process;
      process.exitCode = await runForgeCli(argv.slice(3), {
        stdin,
        stdout: (text) => stdout.write(text),
        stderr: (text) => printText(text, stderr),
        env: ourEnvironment(),
      });
    });
}
