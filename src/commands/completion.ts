import { Argument } from "commander";
import type { Command } from "commander";
import type { Defining } from "../defining.ts";
import type { DescribedCommand } from "./describe-commands.ts";

const examples = `
Examples:
  $ gatehouse completion bash > ~/.gatehouse.bash
  $ gatehouse completion zsh > ~/.gatehouse.zsh
  $ gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish

bash: put ". ~/.gatehouse.bash" into ~/.bashrc.
zsh:  put ". ~/.gatehouse.zsh" into ~/.zshrc, behind compinit.
fish: that is all.

The script is whole in itself: to complete a word starts nothing. Make it again
when gatehouse is another version.`;

const shells: Readonly<Record<string, () => Promise<(program: DescribedCommand) => string>>> = {
  bash: async () => (await import("./completion/bash.ts")).completeInBash,
  zsh: async () => (await import("./completion/zsh.ts")).completeInZsh,
  fish: async () => (await import("./completion/fish.ts")).completeInFish,
};

export function define(command: Command, { whole }: Pick<Defining, "whole">): void {
  const shell = new Argument("<shell>", "bash, zsh or fish").choices(Object.keys(shells));
  command
    .addArgument(shell)
    .addHelpText("after", examples)
    .action(async (name: string) => {
      const { describeCommand } = await import("./describe-commands.ts");
      const complete = await shells[name]?.();
      if (complete) process.stdout.write(complete(describeCommand(await whole())));
    });
}
