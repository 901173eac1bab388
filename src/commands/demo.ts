import { defineCommand } from "../cli/command.ts";
import { plain } from "../cli/options.ts";

const fullName = "acme/control";

const examples = `
Examples:
  $ gatehouse demo        in a terminal: the wizard, on the embedded forge
  $ gatehouse demo | cat  without a terminal: automatic, prints each step`;

export const demo = defineCommand({
  options: { plain, watch: { summary: "answer all questions automatically, even in a terminal" } },
  notes: examples,
  async run({ plain, watch }) {
    const { requireRepositoryName } = await import("../forge/repository-name.ts");
    const repository = requireRepositoryName(fullName, ["demo"]);
    const { setUpEmulator } = await import("./set-up-emulator.ts");
    const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
    if (!hasTerminal || watch) {
      const { playOperator } = await import("./demo-operator.ts");
      const { opened, openLink } = playOperator(repository);
      try {
        return await setUpEmulator(repository, { opened, openLink });
      } finally {
        await opened.prompter.close();
      }
    }
    const { openPrompter } = await import("./open-prompter.ts");
    const opened = await openPrompter({ plain, open: true });
    try {
      const { chooseWhoClicks } = await import("../../flows/demo/choose-who-clicks.ts");
      const { robotOpener } = await import("./demo-operator.ts");
      const who = await chooseWhoClicks(opened.prompter);
      const robot = who === "robot" ? { openLink: robotOpener(() => undefined) } : {};
      await setUpEmulator(repository, { opened, ...robot });
    } finally {
      await opened.prompter.close();
    }
  },
});
