import { guardPool } from "../../firewall/budget/guard-pool.ts";
import {
  PoolUnavailable,
  createPool,
  type Pool,
  type PoolStore,
} from "../../firewall/budget/pool.ts";
import { createCredentialStore, type Mint } from "../../firewall/credential-store.ts";
import { CredentialUnavailable } from "../../firewall/proxy/credential-source.ts";
import { sharedLimits, type Budget } from "../../firewall/rules/budget-rule.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { BudgetFileUnavailable, createBudgetFile } from "../../run/token/budget-file.ts";

/** Parts into which the rest is divided. They are large, because each one costs two requests. */
const remoteParts = 4;

interface RemoteOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly send: SendOnce;
  readonly mint: Mint;
}

/**
 * Opens a budget in the control repository, for the requests of the proxy's process. Only this
 * process has a token that can write to the control repository.
 */
export function openRemotePool(
  budget: Budget & { readonly repository: string },
  { env, send, mint }: RemoteOptions,
): Pool {
  const { repository, shared: name = "" } = budget;
  const [host = "github.com", owner = "", repo = ""] =
    repository.split("/").length > 2
      ? repository.split("/")
      : [undefined, ...repository.split("/")];
  const source = {
    kind: "app",
    role: "write",
    host,
    repositories: [`${owner}/${repo}`],
    permissions: { contents: "write" },
  } as const;
  const store = createCredentialStore({ env, mint, now: Date.now });
  const token = () => store.tokenFor({ id: "budget", text: repository, source });
  const file = createBudgetFile({
    name,
    repository: source.repositories[0],
    env,
    send,
    host,
    token,
  });
  return guardPool(createPool(explained(file), remoteParts), sharedLimits(budget));
}

function explained(file: PoolStore): PoolStore {
  return {
    update: async (change) => {
      try {
        await file.update(change);
      } catch (error) {
        if (error instanceof BudgetFileUnavailable || error instanceof CredentialUnavailable)
          throw new PoolUnavailable(error.reason, { cause: error });
        throw error;
      }
    },
  };
}
