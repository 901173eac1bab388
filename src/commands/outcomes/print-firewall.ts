import type { FirewallOutcome } from "../../../flows/firewall/set-up-firewall.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, marked, rail, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { printJson } from "./print-json.ts";

interface Place {
  /** The rules file, as the command line has it, and its whole path. */
  readonly config: string;
  readonly rulesFile: string;
  readonly json: boolean;
}

/** Prints what the setup of a firewall ended with: for a person, or as JSON. */
export function printFirewall(outcome: FirewallOutcome, place: Place): void {
  if (!place.json) return printRows((look) => firewallRows(outcome, place, look));
  const { draft, isNew, trial } = outcome;
  const document = {
    rulesFile: place.rulesFile,
    isNew,
    allowDomains: draft.domains,
    sslBump: draft.isIntercepting,
    allowUrls: draft.patterns,
    logLevel: draft.logLevel,
    envAll: draft.handsOnAll,
    excludeEnv: draft.withheld,
    trial: trial ?? null,
    command: commandOf(outcome, place),
  };
  printJson(document);
}

/**
 *  ✔ gatehouse-firewall.yml is written
 *  ✔ Domains    3 domains
 *  ” Looks at   addresses, with 2 patterns
 *  │
 *  │ Next  Run a command behind it:
 *    gatehouse firewall --config gatehouse-firewall.yml -- npm test
 */
function firewallRows(outcome: FirewallOutcome, place: Pick<Place, "config">, look: Look): Row[] {
  const { draft, isNew, trial } = outcome;
  const lead = rail(look, "quiet");
  const title = `${place.config} is ${isNew ? "written" : "changed"}`;
  const rows: TableRow[] = [
    { state: "done", name: "Domains", text: count(draft.domains.length, "domain") },
    draft.isIntercepting
      ? {
          state: "told",
          name: "Looks at",
          text: `addresses, with ${count(draft.patterns.length, "pattern")}`,
        }
      : { state: "done", name: "Looks at", text: "names" },
    trial
      ? {
          state: "done",
          name: "Trial run",
          text: `${count(trial.runs, "run")} of ${trial.command}`,
        }
      : { state: "skipped", name: "Trial run", text: "left for later" },
  ];
  const steps = [
    { say: "Run a command behind it", command: commandOf(outcome, place) },
    {
      say: "Change it, or try it",
      command: ownCommandLine("firewall", "setup", "--config", place.config),
    },
  ];
  return [
    ...headRows(title, "", { look, lead: marked(look, "done") }),
    ...tableRows(rows, { look }),
    lead.rest,
    ...listRows("Added", trial?.added ?? [], { look, lead }),
    ...nextRows(steps, { look, lead }),
  ];
}

/** What was tried is what is run next. */
function commandOf({ trial }: FirewallOutcome, { config }: Pick<Place, "config">): string {
  const start = ownCommandLine("firewall", "--config", config, "--");
  return `${start} ${formatCommand(trial?.command)}`;
}

/** What only a shell can read is given to one. */
function formatCommand(command = "npm test"): string {
  return /^[\w@%+=:,./ -]+$/.test(command) ? command : `sh -c ${shellWord(command)}`;
}
