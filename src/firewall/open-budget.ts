import { dirname } from "node:path";
import { InvalidInput, UserError, exitCode } from "../shared/errors.ts";
import { isWithin } from "../shared/is-within.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { createBudgetMeter, type BudgetMeter } from "./budget/budget-meter.ts";
import type { SharedPool } from "./budget/counter.ts";
import { createFileStore } from "./budget/file-store.ts";
import { PoolUnavailable, createPool, type Pool } from "./budget/pool.ts";
import { engineRecipes } from "./config/engine-recipes.ts";
import { resolveLinks } from "./find-state.ts";
import type { FirewallRun } from "./firewall-run.ts";
import type { Budget } from "./rules/budget-rule.ts";
import type { WrittenCredential } from "./rules/credential-rule.ts";
import { findBudgetFile } from "./shared-budgets.ts";

interface OpenOptions extends Pick<FirewallRun, "settings" | "policy" | "env" | "minter"> {
  /** Locations that the command can write to. */
  readonly writable: readonly string[];
}

/** Nothing would count the tokens of this run. */
class NoTokenCount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor() {
    super("The budget limits tokens, but this run has no sidecar, which counts them.", [
      { text: "Add --enable-api-proxy, or --engine with the agent's key in its variable" },
    ]);
  }
}

/** An entry in `credentials` is for a model, but only the sidecar counts tokens. */
class UncountedModel extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor({ id, text }: WrittenCredential) {
    super(`${id}: ${text} adds a credential for a model, whose tokens would not be counted.`, [
      { text: "Use --enable-api-proxy instead of the entry, or remove tokens from the budget" },
    ]);
  }
}

/** A shared budget cannot be read, so nothing would limit this run. */
class UnusableBudget extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor({ shared: name = "", repository }: Budget, { reason }: PoolUnavailable) {
    const file = `.gatehouse/budgets/${name}.json`;
    super(`The shared budget "${name}" is not available: ${reason}.`, [
      repository === undefined
        ? {
            text: "If its file is damaged, reset what the runs have used",
            command: ownCommandLine("firewall", "budget", name, "--reset"),
          }
        : { text: `If its file is damaged, delete ${file} in ${repository}` },
    ]);
  }
}

/** Parts into which the rest of a shared budget is divided; see `createPool`. */
const localParts = 16;
/** Milliseconds until an exhausted budget is asked again. A request to the forge is expensive. */
const retryMs = { local: 1000, remote: 60_000 } as const;

/**
 * Opens the budget of a run.
 * @throws UserError if the budget cannot be enforced
 */
export async function openBudget(budget: Budget, options: OpenOptions): Promise<BudgetMeter> {
  if (budget.limits.tokens !== undefined) requireTokenCount(options);
  const shared = openShared(budget, options);
  if (shared) await requireUsable(budget, shared.pool);
  return createBudgetMeter(budget, {
    now: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds).unref();
      return () => clearTimeout(timer);
    },
    shared,
  });
}

/** Hosts of models. Only the sidecar counts tokens. */
const modelHosts = Object.values(engineRecipes).flatMap(({ hosts, keys }) => [
  ...keys.map(({ baseUrl }) => new URL(baseUrl).hostname),
  ...hosts.flatMap((host) => /^.*\.githubcopilot\.com(?=:)/.exec(host)?.[0] ?? []),
]);

function requireTokenCount({ settings, policy }: OpenOptions): void {
  if (!settings.enableApiProxy) throw new NoTokenCount();
  const [uncounted] = modelHosts.flatMap((host) => policy.credentialsOf(host));
  if (uncounted) throw new UncountedModel(uncounted);
}

function openShared(
  { shared: name, repository }: Budget,
  { env, minter, writable }: OpenOptions,
): SharedPool | undefined {
  if (name === undefined) return undefined;
  if (repository !== undefined) {
    if (!minter) throw new Error("a budget in a repository requires the process that mints");
    return { name, pool: { exchange: minter.exchange }, retryMs: retryMs.remote };
  }
  const path = findBudgetFile(name, env);
  const open = writable.find((each) => isWithin(resolveLinks(dirname(path)), each));
  if (open !== undefined)
    throw new InvalidInput(`The shared budget is in ${open}, which the command can write to.`, [
      { text: "Set XDG_STATE_HOME to a directory that is not mounted, or unset it" },
    ]);
  return { name, pool: createPool(createFileStore(path), localParts), retryMs: retryMs.local };
}

/** Reads the budget before the command starts, because it would deny all requests otherwise. */
async function requireUsable(budget: Budget, pool: Pool): Promise<void> {
  try {
    await pool.exchange([]);
  } catch (error) {
    throw error instanceof PoolUnavailable ? new UnusableBudget(budget, error) : error;
  }
}
