import { defineCommand } from "../cli/command.ts";
import type { DescribedCommand } from "../cli/described-command.ts";

const examples = `
Examples:
  $ gatehouse completion bash > ~/.gatehouse.bash
  $ gatehouse completion zsh > ~/.gatehouse.zsh
  $ gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish

bash: add ". ~/.gatehouse.bash" to ~/.bashrc.
zsh:  add ". ~/.gatehouse.zsh" to ~/.zshrc, after compinit.
fish: no further step is needed.

The script is self-contained: completion does not start any process. Generate
the script again after you update gatehouse.`;

const shells: Readonly<Record<string, () => Promise<(program: DescribedCommand) => string>>> = {
  bash: async () => (await import("./completion/bash.ts")).completeInBash,
  zsh: async () => (await import("./completion/zsh.ts")).completeInZsh,
  fish: async () => (await import("./completion/fish.ts")).completeInFish,
};

export const completion = defineCommand({
  arguments: {
    shell: { summary: "shell: bash, zsh or fish", isChoice: true, offers: Object.keys(shells) },
  },
  notes: examples,
  async run(_, { shell }, program) {
    const complete = await shells[shell]?.();
    if (complete) process.stdout.write(complete(await program.describe()));
  },
});
