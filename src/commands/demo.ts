import { defineCommand } from "../cli/command.ts";
import { brand, plain } from "../cli/options.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { Prompter } from "../prompts/prompter.ts";

const fullName = "acme/control";

const examples = `
Examples:
  $ gatehouse demo        in a terminal: the wizard, on the embedded forge
  $ gatehouse demo | cat  without a terminal: automatic, prints each step

With --host, the demo skips setup: it runs a first agent for a control plane
that you have set up on a running embedded forge.`;

export const demo = defineCommand({
  options: {
    plain,
    watch: { summary: "answer all questions automatically, even in a terminal" },
    agent: { isNegated: true, summary: "stop after setup, without an agent's run" },
    host: { value: "address", summary: "run only the agent, on this running embedded forge" },
    brand: { ...brand, summary: "its naming convention: forge or github (default: detected)" },
    repo: { value: "owner/repo", summary: `its control repository (default: ${fullName})` },
  },
  notes: examples,
  async run({ plain, watch, agent, ...where }) {
    const { requireRepositoryName } = await import("../forge/repository-name.ts");
    const { requireEmbedded } = await import("./check-options.ts");
    const repository = requireRepositoryName(where.repo ?? fullName, "--repo");
    const forge = requireEmbedded({ ...where, agent });
    const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
    const isPlayed = !hasTerminal || watch === true;
    if (!forge.skipsSetup) await setUp(repository, { plain, isPlayed });
    // If something is missing, setup has printed the next steps.
    if (!agent || process.exitCode !== undefined) return;
    const { runDemoAgent } = await import("./demo-agent.ts");
    const output = await runDemoAgent({ repository, forge }, () =>
      openAgain(repository, { plain, isPlayed }),
    );
    if (!output) return;
    const { printFirstOutput } = await import("./outcomes/print-first-output.ts");
    const { runVerify } = await import("./run-verify.ts");
    const { openStatusLine } = await import("../terminal/status-line.ts");
    printFirstOutput(output);
    const progress = openStatusLine(process.stdout, { elsewhere: "rows" });
    // The embedded forge runs on this machine, so frequent checks cost little.
    await runVerify({ ...forge.where, repo: repository.full, run: true, progress, pace: 0.1 });
  },
});

interface DemoOptions {
  readonly plain: boolean | undefined;
  /** Whether the demo answers all questions itself. */
  readonly isPlayed: boolean;
}

async function setUp(repository: RepositoryName, { plain, isPlayed }: DemoOptions): Promise<void> {
  const { setUpEmulator } = await import("./set-up-emulator.ts");
  const { playOperator, robotOpener } = await import("./demo-operator.ts");
  if (isPlayed) {
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
    const who = await chooseWhoClicks(opened.prompter);
    const robot = who === "robot" ? { openLink: robotOpener(() => undefined) } : {};
    await setUpEmulator(repository, { opened, ...robot });
  } finally {
    await opened.prompter.close();
  }
}

/** Opens another prompter. Setup has closed its own one to print the result. */
async function openAgain(
  repository: RepositoryName,
  { plain, isPlayed }: DemoOptions,
): Promise<Prompter> {
  const { playOperator } = await import("./demo-operator.ts");
  if (isPlayed) return playOperator(repository).opened.prompter;
  const { openPrompter } = await import("./open-prompter.ts");
  const header = { title: "demo", subject: "a first agent", outline: [] };
  return (await openPrompter({ plain, open: false }, header)).prompter;
}
