import type { FirewallOutcome } from "../../../flows/firewall/set-up-firewall.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, marked, rail, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { shellWord } from "../../shared/shell-word.ts";
import { printJson } from "./print-json.ts";

interface Location {
  /** The rules file as named on the command line, and its absolute path. */
  readonly config: string;
  readonly rulesFile: string;
  /** Command that asks about the rules again. */
  readonly change: string;
  readonly json: boolean;
}

/** Prints the result of a firewall setup as text or JSON. */
export function printFirewall(outcome: FirewallOutcome, location: Location): void {
  if (!location.json) return printRows((style) => firewallRows(outcome, location, style));
  const { draft, isNew, trial } = outcome;
  const document = {
    rulesFile: location.rulesFile,
    isNew,
    allowDomains: draft.domains,
    sslBump: draft.isIntercepting,
    allowUrls: draft.patterns,
    logLevel: draft.logLevel,
    envAll: draft.handsOnAll,
    excludeEnv: draft.withheld,
    trial: trial ?? null,
    command: commandOf(outcome, location),
  };
  printJson(document);
}

/**
 * Formats the result:
 *
 *  ✔ gatehouse-firewall.yml is written
 *  ✔ Domains     3 domains
 *  ” Filters by  URL, with 2 patterns
 *  │
 *  │ Next  Run a command behind the firewall:
 *    gatehouse firewall --config gatehouse-firewall.yml -- npm test
 */
function firewallRows(
  outcome: FirewallOutcome,
  location: Pick<Location, "config" | "change">,
  style: RenderOptions,
): Row[] {
  const { draft, isNew, trial } = outcome;
  const prefix = rail(style, "quiet");
  const title = `${location.config} is ${isNew ? "written" : "changed"}`;
  const rows: TableRow[] = [
    { state: "done", name: "Domains", text: count(draft.domains.length, "domain") },
    draft.isIntercepting
      ? {
          state: "reported",
          name: "Filters by",
          text: `URL, with ${count(draft.patterns.length, "pattern")}`,
        }
      : { state: "done", name: "Filters by", text: "domain" },
    trial
      ? {
          state: "done",
          name: "Trial run",
          text: `${count(trial.runs, "run")} of ${trial.command}`,
        }
      : { state: "skipped", name: "Trial run", text: "postponed" },
  ];
  const steps = [
    { text: "Run a command behind the firewall", command: commandOf(outcome, location) },
    { text: "Change or test the rules", command: location.change },
  ];
  return [
    ...headRows(title, "", { style, prefix: marked(style, "done") }),
    ...tableRows(rows, { style }),
    prefix.rest,
    ...listRows("Added", trial?.added ?? [], { style, prefix }),
    ...nextRows(steps, { style, prefix }),
  ];
}

/** Suggests the command that was tested. */
function commandOf({ trial }: FirewallOutcome, { config }: Pick<Location, "config">): string {
  const start = ownCommandLine("firewall", "--config", config, "--");
  return `${start} ${formatCommand(trial?.command)}`;
}

/** Wraps the command in `sh -c` if it needs a shell, for example because it sets a variable. */
function formatCommand(command = "npm test"): string {
  const isPlain = /^[\w@%+:,./-]+( [\w@%+=:,./ -]+)?$/.test(command);
  return isPlain ? command : `sh -c ${shellWord(command)}`;
}
