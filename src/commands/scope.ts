import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, port, repo } from "../cli/options.ts";
import { wizardTitles } from "../asking/wizard-titles.ts";
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
    const { opened, place } = await openAtPlace(options, "scope", wizardTitles.scope);
    const { repository, ...here } = place;
    try {
      const { beginSetup } = await import("./begin-setup.ts");
      await beginSetup({
        ...options,
        purpose: "scope",
        repository,
        here,
        opened,
        port,
        appNames: {},
      });
    } finally {
      await opened.prompter.close();
    }
  },
});
