import { defineCommand } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

const examples = `
Examples:
  $ gatehouse firewall budget                  list the shared budgets
  $ gatehouse firewall budget team-1 --json
  $ gatehouse firewall budget team-1 --reset   set what runs have used to zero

Only budgets on this machine are listed. A budget in a control repository is the
file .gatehouse/budgets/NAME.json; to reset that budget, delete the file.

Exit codes:
  0  the budgets were printed or reset
  2  the name is missing or invalid
  5  the budget was not found, or another run is using its file`;

export const budget = defineCommand({
  arguments: { name: { summary: "name of a shared budget", isOptional: true } },
  options: {
    reset: { summary: "set what all runs have used to zero" },
    json,
  },
  notes: examples,
  async run({ reset = false, json = false }, { name }) {
    if (reset && name === undefined) throw new MissingName();
    const budgets = await import("../../firewall/shared-budgets.ts");
    const { printBudgets } = await import("../outcomes/print-budgets.ts");
    const env = ourEnvironment();
    if (name === undefined) printBudgets(budgets.listSharedBudgets(env), { json });
    else if (reset) printBudgets([await budgets.resetSharedBudget(name, env)], { json });
    else printBudgets([budgets.readSharedBudget(name, env)], { json });
  },
});

class MissingName extends InvalidInput {
  constructor() {
    super("--reset requires the name of a shared budget.", [
      { text: "List the shared budgets", command: ownCommandLine("firewall", "budget") },
    ]);
  }
}
