import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, port, repo } from "../cli/options.ts";
import { wizardTitles } from "../prompts/wizard-titles.ts";
import { readPort, requireHost } from "./check-options.ts";
import { openAtLocation } from "./open-at-location.ts";

const examples = `
Examples:
  $ gatehouse scope --repo acme/control         describe or change the scope
  $ gatehouse scope --repo acme/control --show  print the committed scope
  $ gatehouse scope --repo acme/control --show --json | jq .settings

The scope defines which repositories agents read, whether they can write, and
where outputs go. The command also applies the scope: it reviews the profile,
creates Apps, and changes and verifies their installations.`;

export const scope = defineCommand({
  options: {
    repo,
    host,
    brand,
    show: { summary: "print the committed scope and decision; change nothing" },
    open,
    port,
    plain,
    answers,
    json: outcomeJson,
  },
  notes: examples,
  async run(options) {
    const port = readPort(options.port);
    requireHost(options);
    if (options.show) {
      const { showScope } = await import("./show-scope.ts");
      return showScope(options);
    }
    await openAtLocation(options, "scope", async (opened, location) => {
      const { runWizard } = await import("./run-wizard.ts");
      const wizard = {
        ...options,
        opened,
        location,
        verb: "scope",
        title: wizardTitles.scope,
      } as const;
      await runWizard(wizard, async (session) => {
        const { runSetup } = await import("./run-setup.ts");
        await runSetup(session, { ...wizard, purpose: "scope", port, appNames: {}, approved: {} });
      });
    });
  },
});
