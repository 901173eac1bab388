import type { FlowContext } from "../../src/asking/flow-context.ts";
import { appNameLimit } from "../../src/control/setup/app-name.ts";
import { madeStep } from "../../src/control/setup/journal-steps.ts";
import { explainTaken } from "../../src/control/setup/name-holder.ts";
import { commandLine } from "../../src/control/command-line.ts";
import { halvesOf } from "../../src/control/stored-records.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type ProbeDeps = ControlPlace & Pick<SetUpDeps, "findNameHolder" | "operator">;
export type NameDeps = ProbeDeps & Pick<SetUpDeps, "appNames" | "readRecords">;

const mostSuggestions = 9;

/** A name that is not to be had. */
export interface TakenName {
  /** A sentence without its full stop. */
  readonly because: string;
  /** One like it that is free as far as can be seen. */
  readonly free: string | undefined;
}

/**
 * Looks whether a new App can have a name, before a browser opens for it.
 * @param fits says of a name whether it may be proposed
 */
export async function findTaken(deps: ProbeDeps, name: string): Promise<TakenName | undefined> {
  const because = await probe(deps, name);
  return because === undefined ? undefined : { because, free: await findFree(deps, name) };
}

/**
 * The names of the command line, both before the first App is made. The other App may be there already, under its own.
 * @throws InvalidInput with a name that is free
 */
export async function requireFreeNames(
  { read, recall }: Pick<FlowContext, "read" | "recall">,
  deps: NameDeps,
  own: AppRole,
): Promise<void> {
  const records = await read("records", () => deps.readRecords());
  for (const role of appRoles) {
    const name = deps.appNames[role];
    const isThere =
      role !== own &&
      (recall(madeStep({ ...deps, role })) ?? halvesOf(records, role).clientId) !== undefined;
    if (name === undefined || isThere) continue;
    const taken = await findTaken(deps, name);
    if (taken) throw nameTaken(deps, { role, name, ...taken });
  }
}

async function probe(deps: ProbeDeps, name: string): Promise<string | undefined> {
  const holder = await deps.findNameHolder(name);
  if (!holder) return undefined;
  return explainTaken(holder, { owner: deps.repository.owner, operator: await deps.operator() });
}

async function findFree(deps: ProbeDeps, name: string): Promise<string | undefined> {
  for (let count = 2; count <= mostSuggestions; count += 1) {
    const suggestion = `${name.slice(0, appNameLimit - 2)}-${count}`;
    if ((await probe(deps, suggestion)) === undefined) return suggestion;
  }
  return undefined;
}

function nameTaken(
  place: ControlPlace,
  { role, name, because, free }: TakenName & { role: AppRole; name: string },
): InvalidInput {
  const option = `--${role}-app-name`;
  const hints =
    free === undefined
      ? [{ say: "Name it otherwise" }]
      : [
          {
            say: `"${free}" is free`,
            command: commandLine("setup", place, [option, quote(free)]),
          },
        ];
  return new InvalidInput(`${option} ${name}: ${because}.`, hints);
}

function quote(name: string): string {
  return name.includes(" ") ? `"${name}"` : name;
}
