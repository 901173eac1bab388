import { fleetFilePath, readKeptOptions, renderFleetFile } from "../plane/fleet/fleet-file.ts";
import { readFleetFile, requireEnvironment, writeFleetFile } from "../plane/fleet/fleet-folder.ts";
import { readFleetList } from "../plane/fleet/fleet-list.ts";
import { requireSchedule, usualSchedule } from "../plane/fleet/schedule.ts";
import { readPin, resolvePin } from "../run/control/cli-pin.ts";
import type { PinOptions } from "../run/control/cli-pin.ts";
import { readControlFile } from "../run/control/control-folder.ts";
import { findLineChanges } from "../run/control/line-changes.ts";
import type { Brand } from "../forge/brand.ts";
import { printRows } from "../terminal/paint.ts";
import { exitCode, InvalidInput } from "../shared/errors.ts";
import { renderedFleetRows, type RenderedFleet } from "./outcomes/print-fleet.ts";
import { printJson } from "./outcomes/print-json.ts";
import type { SpellingOptions } from "./spelling-of.ts";
import { spellingOf } from "./spelling-of.ts";

export interface FleetRenderOptions extends PinOptions, SpellingOptions {
  readonly repo?: readonly string[];
  readonly repos?: string;
  readonly schedule?: string;
  readonly environment?: string;
  readonly output?: string;
  readonly stdout?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Runs `gatehouse fleet render`. */
export async function runFleetRender(options: FleetRenderOptions): Promise<void> {
  const { stdout = false, check = false, json = false } = options;
  if (stdout && (check || json)) {
    throw new InvalidInput("--stdout cannot be used with --check or --json.");
  }
  const folder = process.cwd();
  const brand = await spellingOf(folder, options);
  const repositories = await readFleetList(options.repo ?? [], options.repos);
  const file = options.output ?? fleetFilePath(brand);
  const before = await readFleetFile(file);
  const kept = { schedule: usualSchedule, ...readKeptOptions(before ?? "") };
  const schedule = requireSchedule(options.schedule ?? kept.schedule);
  const environment = requireEnvironment(options.environment ?? kept.environment);
  const pin = resolvePin(options, await keptPin(before, { folder, brand }));
  const text = renderFleetFile({ brand, repositories, schedule, environment, pin });
  if (stdout) return void process.stdout.write(text);
  if (!check && text !== before) await writeFleetFile(file, text);
  const changes = before === undefined ? [] : findLineChanges(before, text);
  const state = before === undefined ? "missing" : text === before ? "unchanged" : "changed";
  const names = repositories.map(({ full }) => full);
  const outcome: RenderedFleet = { file, check, state, schedule, repositories: names, changes };
  if (json) printJson({ ...outcome, cli: pin });
  else printRows((style) => renderedFleetRows(outcome, style));
  if (check && state !== "unchanged") process.exitCode = exitCode.incomplete;
}

/**
 * Returns the pin of the existing file, or of the control file if this is also a control
 * repository.
 */
async function keptPin(
  before: string | undefined,
  { folder, brand }: { readonly folder: string; readonly brand: Brand },
) {
  const text = before ?? (await readControlFile(folder, brand));
  return text === undefined ? undefined : readPin(text);
}
