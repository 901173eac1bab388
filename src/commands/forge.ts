import { defineCommand } from "../cli/command.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printText } from "../shared/print-text.ts";

/** The CLI of the embedded forge. The specification defines its options and output. */
export const forge = defineCommand({
  async run() {
    const { runForgeCli } = await import("../../emulator/entry.ts");
    const { stdin, stdout, stderr, argv } = process;
    process.exitCode = await runForgeCli(argv.slice(3), {
      stdin,
      stdout: (text) => stdout.write(text),
      stderr: (text) => printText(text, stderr),
      env: ourEnvironment(),
    });
  },
});
