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
  /** As the command line has them. */
  readonly definitionName: string;
  readonly pipelineName: string;
  readonly commands: Omit<EngineCommands, "engine">;
}

/** Prints what the setup of an engine ended with: for a person, or as JSON. */
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
 *  ✔ agents/probe.md is changed
 *  ✔ Pipeline      agents/probe.yml is written
 *  ! FORGE_TOKEN   left for later
 *  │
 *  │ Next  Store it:
 *    gatehouse secrets set FORGE_TOKEN --definition agents/probe.md
 */
function engineRows(outcome: EngineOutcome, place: Place, look: Look): Row[] {
  const { definition, pipeline, secrets, warnings } = outcome;
  const lead = rail(look, "quiet");
  const rows: TableRow[] = [
    pipeline === "later"
      ? { state: "skipped", name: "Pipeline", text: "left for later" }
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
  return done === "as it was" ? "is as it was" : `is ${done}`;
}

function secretRow({ name, state, because }: SecretOutcome): TableRow {
  if (state === "stored") return { state: "done", name, text: "is stored" };
  if (state === "there") return { state: "done", name, text: "is there already" };
  const why = because ? `: ${because.message}` : "";
  return { state: "attention", name, text: `left for later${why}` };
}

/** What is left, the first thing first. */
function stepsOf({ pipeline, secrets }: EngineOutcome, { commands }: Place): readonly Hint[] {
  const left = secrets.filter(({ state }) => state === "later");
  return [
    ...(pipeline === "later" ? [{ say: "Make its pipeline", command: commands.compile }] : []),
    // Nobody could look for any of them for one and the same reason.
    ...(left[0]?.because?.hints ?? []),
    ...left.map(({ name }) => ({ say: "Store it", command: commands.storeSecret(name) })),
    { say: "See which secret reaches which step", command: commands.explain },
  ];
}
