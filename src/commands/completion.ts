import { defineCommand } from "../cli/command.ts";
import type { DescribedCommand } from "../cli/described-command.ts";

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

export const completion = defineCommand({
  arguments: {
    shell: { summary: "bash, zsh or fish", isChoice: true, offers: Object.keys(shells) },
  },
  notes: examples,
  async run(_, { shell }, program) {
    const complete = await shells[shell]?.();
    if (complete) process.stdout.write(complete(await program.describe()));
  },
});
