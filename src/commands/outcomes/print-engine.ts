import type { EngineOutcome } from "../../../flows/engine/configure-engine.ts";
import type { SecretOutcome } from "../../../flows/engine/engine-deps.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { modeOf } from "../../compiler/choice/engine-choice.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { listRows, nextRows } from "../../terminal/report.ts";
import { headRows, marked, rail, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import type { Hint } from "../../shared/errors.ts";
import type { EngineCommands } from "../engine-commands.ts";
import { printJson } from "./print-json.ts";

interface Location {
  /** File names as given on the command line. */
  readonly definitionName: string;
  readonly pipelineName: string;
  readonly commands: Omit<EngineCommands, "engine">;
}

/** Prints the result of an engine setup as text or JSON. */
export function printEngine(
  outcome: EngineOutcome,
  { json, ...location }: Location & { readonly json: boolean },
): void {
  if (!json) return printRows((style) => engineRows(outcome, location, style));
  const { choice, definition, pipeline, secrets, warnings, lacksOutputCredential } = outcome;
  printJson({
    definition: { file: location.definitionName, done: definition },
    pipeline: { file: location.pipelineName, done: pipeline },
    authentication: modeOf(choice),
    secrets: secrets.map(({ name, content, state, reason }) => ({
      name,
      content,
      state,
      reason: reason?.message ?? null,
    })),
    warnings,
    lacksOutputCredential,
    next: stepsOf(outcome, location).flatMap(({ command }) => command ?? []),
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
function engineRows(outcome: EngineOutcome, location: Location, style: RenderOptions): Row[] {
  const { definition, pipeline, secrets, warnings } = outcome;
  const prefix = rail(style, "quiet");
  const rows: TableRow[] = [
    pipeline === "later"
      ? { state: "skipped", name: "Pipeline", text: "postponed" }
      : {
          state: "done",
          name: "Pipeline",
          text: `${location.pipelineName} ${describeDone(pipeline)}`,
        },
    ...secrets.map(secretRow),
    ...(outcome.lacksOutputCredential
      ? [
          {
            state: "attention",
            name: "Proposals",
            text: "are applied only with the write App or a PAT",
          } as const,
        ]
      : []),
  ];
  const warned = warnings.map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return [
    ...headRows(`${location.definitionName} ${describeDone(definition)}`, "", {
      style,
      prefix: marked(style, "done"),
    }),
    ...tableRows(rows, { style }),
    prefix.rest,
    ...listRows("Warnings", warned, { style, prefix }),
    ...nextRows(stepsOf(outcome, location), { style, prefix }),
  ];
}

function describeDone(done: "written" | "changed" | "as it was"): string {
  return done === "as it was" ? "is unchanged" : `is ${done}`;
}

function secretRow({ name, state, reason }: SecretOutcome): TableRow {
  if (state === "stored") return { state: "done", name, text: "is stored" };
  if (state === "there") return { state: "done", name, text: "already exists" };
  const why = reason ? `: ${reason.message}` : "";
  return { state: "attention", name, text: `postponed${why}` };
}

/** Explains how to store the credential that applies proposals. The wizard does not ask for it. */
function storeOutputCredential({ storeSecret }: Location["commands"]): readonly Hint[] {
  const { variable, secret } = appRecords.write;
  return [
    {
      text: "Store the client ID of the write App, which applies the proposals",
      command: storeSecret(variable),
    },
    { text: "Store the key of the write App", command: storeSecret(secret) },
    { text: "Or store a PAT in place of the write App", command: storeSecret(patSecret) },
  ];
}

/** Lists the remaining steps in order. */
function stepsOf(
  { pipeline, secrets, lacksOutputCredential }: EngineOutcome,
  { commands }: Location,
): readonly Hint[] {
  const left = secrets.filter(({ state }) => state === "later");
  return [
    ...(pipeline === "later"
      ? [{ text: "Compile its Azure pipeline", command: commands.compile }]
      : []),
    // If secrets could not be checked, the reason is the same for all, so its hints are shown once.
    ...(left[0]?.reason?.hints ?? []),
    ...left.map(({ name }) => ({ text: "Store the secret", command: commands.storeSecret(name) })),
    ...(lacksOutputCredential ? storeOutputCredential(commands) : []),
    { text: "Show which secret reaches which step", command: commands.explain },
  ];
}
