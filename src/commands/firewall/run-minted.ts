import { findCopies } from "../../firewall/find-copies.ts";
import { CredentialUnavailable } from "../../firewall/proxy/credential-source.ts";
import type { ReadRulesFile } from "../../firewall/config-file.ts";
import type { AppSource } from "../../firewall/rules/credential-rule.ts";
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

/**
 * Runs the same command line in another process that does not have the Apps' keys, and mints its
 * tokens. @returns the exit code of that process
 */
export async function runMinted(
  sources: readonly AppSource[],
  { files, env }: { readonly files: readonly ReadRulesFile[]; readonly env: NodeJS.ProcessEnv },
): Promise<number> {
  const tokens = createRuleTokens(env, createSendOnce(env));
  for (const { role } of sources) requireApp(role, tokens.findMissing(role));
  const secret = findCopies(
    env,
    Object.keys(env).filter((name) => mintingVariables.test(name)),
  );
  const kept = Object.entries(env).filter(([name]) => !secret.includes(name));
  return runWithMinter({
    sources,
    files,
    env: Object.fromEntries(kept),
    mint: async (source) => {
      const minting = await tokens.mint(source);
      if (minting.kind === "minted") return minting.token;
      const reason = "reason" in minting ? minting.reason : "the App's requests are used up.";
      throw new CredentialUnavailable(reason.replace(/\.$/, ""));
    },
    finish: async () => printUnrevoked(await tokens.revokeAll()),
  });
}
