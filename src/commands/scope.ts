import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, port, repo } from "../cli/options.ts";
import { wizardTitles } from "../prompts/wizard-titles.ts";
import { readPort, requireHost } from "./check-options.ts";
import { openAtPlace } from "./open-at-place.ts";

const examples = `
Examples:
  $ gatehouse scope --repo acme/control         describe it, or change parts
  $ gatehouse scope --repo acme/control --show  as it is checked in
  $ gatehouse scope --repo acme/control --show --json | jq .settings

The scope says which repositories the agents look at, whether they write, and
where outputs go. What follows from it is done here, too: the profile is
reviewed, Apps are made, and their installations are changed and proved.`;

export const scope = defineCommand({
  options: {
    repo,
    host,
    brand,
    show: { summary: "print the checked-in scope and the decision; change nothing" },
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
    await openAtPlace(options, "scope", async (opened, place) => {
      const { runWizard } = await import("./run-wizard.ts");
      const wizard = {
        ...options,
        opened,
        place,
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
