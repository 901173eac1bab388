import { findCopies } from "../../firewall/find-copies.ts";
import { CredentialUnavailable } from "../../firewall/proxy/credential-source.ts";
import type { ReadRulesFile } from "../../firewall/config-file.ts";
import type { AppSource } from "../../firewall/rules/credential-rule.ts";
import type { Budget } from "../../firewall/rules/budget-rule.ts";
import { runWithMinter } from "../../firewall/run-with-minter.ts";
import { createSendOnce } from "../../forge/send-once.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { createRuleTokens, mintingVariables } from "../../run/token/rule-tokens.ts";
import { printUnrevoked } from "../outcomes/print-run.ts";

/** The environment does not contain an App's key. */
class MissingApp extends UserError {
  readonly exitCode = exitCode.incomplete;
}

function requireApp(role: AppSource["role"], missing: readonly string[]): void {
  if (missing.length === 0) return;
  const names = missing.join(" and ");
  throw new MissingApp(`The rules use the ${role} App, but ${names} is not set.`, [
    { text: `Set ${names} in the environment of gatehouse; the command never receives it` },
  ]);
}

interface MintedOptions {
  readonly files: readonly ReadRulesFile[];
  readonly env: NodeJS.ProcessEnv;
  /** Undefined without a budget. */
  readonly budget: Budget | undefined;
}

/**
 * Runs the same command line in another process that does not have the Apps' keys, and mints its
 * tokens. @returns the exit code of that process
 */
export async function runMinted(
  sources: readonly AppSource[],
  { files, env, budget }: MintedOptions,
): Promise<number> {
  const send = createSendOnce(env);
  const tokens = createRuleTokens(env, send);
  for (const { role } of sources) requireApp(role, tokens.findMissing(role));
  const mint = async (source: AppSource) => {
    const minting = await tokens.mint(source);
    if (minting.kind === "minted") return minting.token;
    const reason = "reason" in minting ? minting.reason : "the App's requests are used up.";
    throw new CredentialUnavailable(reason.replace(/\.$/, ""));
  };
  const { repository } = budget ?? {};
  if (repository !== undefined) requireApp("write", tokens.findMissing("write"));
  // Loaded only if the rules have a budget in a repository.
  const pool =
    budget && repository !== undefined
      ? (await import("./remote-pool.ts")).openRemotePool(
          { ...budget, repository },
          { env, send, mint },
        )
      : undefined;
  const secret = findCopies(
    env,
    Object.keys(env).filter((name) => mintingVariables.test(name)),
  );
  const kept = Object.entries(env).filter(([name]) => !secret.includes(name));
  return runWithMinter({
    sources,
    files,
    env: Object.fromEntries(kept),
    mint,
    pool,
    finish: async () => printUnrevoked(await tokens.revokeAll()),
  });
}
