import type { EngineOutcome } from "../../../flows/engine/configure-engine.ts";
import type { SecretOutcome } from "../../../flows/engine/engine-deps.ts";
import { modeOf } from "../../compiler/choice/engine-choice.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, marked, rail, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import type { Hint } from "../../shared/errors.ts";
import type { EngineCommands } from "../engine-commands.ts";
import { printJson } from "./print-json.ts";

interface Place {
  /** Names as used on the command line. */
  readonly definitionName: string;
  readonly pipelineName: string;
  readonly commands: Omit<EngineCommands, "engine">;
}

/** Prints the result of an engine setup as text or JSON. */
export function printEngine(
  outcome: EngineOutcome,
  { json, ...place }: Place & { readonly json: boolean },
): void {
  if (!json) return printRows((look) => engineRows(outcome, place, look));
  const { choice, definition, pipeline, secrets, warnings } = outcome;
  printJson({
    definition: { file: place.definitionName, done: definition },
    pipeline: { file: place.pipelineName, done: pipeline },
    authentication: modeOf(choice),
    secrets: secrets.map(({ name, holds, state, because }) => ({
      name,
      holds,
      state,
      because: because?.message ?? null,
    })),
    warnings,
    next: stepsOf(outcome, place).flatMap(({ command }) => command ?? []),
  });
}

/**
 * Formats the result:
 *
 *  ✔ agents/probe.md is changed
 *  ✔ Pipeline      agents/probe.yml is written
 *  ! FORGE_TOKEN   postponed
 *  │
 *  │ Next  Store the secret:
 *    gatehouse secrets set FORGE_TOKEN --definition agents/probe.md
 */
function engineRows(outcome: EngineOutcome, place: Place, look: Look): Row[] {
  const { definition, pipeline, secrets, warnings } = outcome;
  const lead = rail(look, "quiet");
  const rows: TableRow[] = [
    pipeline === "later"
      ? { state: "skipped", name: "Pipeline", text: "postponed" }
      : {
          state: "done",
          name: "Pipeline",
          text: `${place.pipelineName} ${describeDone(pipeline)}`,
        },
    ...secrets.map(secretRow),
  ];
  const warned = warnings.map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return [
    ...headRows(`${place.definitionName} ${describeDone(definition)}`, "", {
      look,
      lead: marked(look, "done"),
    }),
    ...tableRows(rows, { look }),
    lead.rest,
    ...listRows("Warnings", warned, { look, lead }),
    ...nextRows(stepsOf(outcome, place), { look, lead }),
  ];
}

function describeDone(done: "written" | "changed" | "as it was"): string {
  return done === "as it was" ? "is unchanged" : `is ${done}`;
}

function secretRow({ name, state, because }: SecretOutcome): TableRow {
  if (state === "stored") return { state: "done", name, text: "is stored" };
  if (state === "there") return { state: "done", name, text: "already exists" };
  const why = because ? `: ${because.message}` : "";
  return { state: "attention", name, text: `postponed${why}` };
}

/** Lists the remaining steps in order. */
function stepsOf({ pipeline, secrets }: EngineOutcome, { commands }: Place): readonly Hint[] {
  const left = secrets.filter(({ state }) => state === "later");
  return [
    ...(pipeline === "later" ? [{ say: "Compile its pipeline", command: commands.compile }] : []),
    // All secrets could not be checked for the same reason, so its hints are shown once.
    ...(left[0]?.because?.hints ?? []),
    ...left.map(({ name }) => ({ say: "Store the secret", command: commands.storeSecret(name) })),
    { say: "Show which secret reaches which step", command: commands.explain },
  ];
}
