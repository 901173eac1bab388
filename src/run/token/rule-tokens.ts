import { readAppCeiling, type Permissions } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { findApp } from "../../credentials/choose-credential.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { resolveHost } from "../../forge/host-profile.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { parseRepositoryName } from "../../forge/repository-name.ts";
import { resolveApi } from "../../forge/resolve-api.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { HeldToken, Minting } from "../admit/admit-deps.ts";
import { mintToken } from "../admit/mint-token.ts";

/** A token for the requests that a rule of the firewall covers. */
interface RuleTokenRequest {
  readonly role: AppRole;
  /** Undefined for everything that the read App can read. */
  readonly permissions?: Permissions;
  /** Full names of repositories of one owner, at least one. */
  readonly repositories: readonly string[];
  /** Host of the forge, such as `github.com`. */
  readonly host: string;
}

/** Mints tokens during a run of the firewall, and revokes all of them at its end. */
export interface RuleTokens {
  /** Lists the variables that are missing for an App. */
  findMissing(role: AppRole): readonly string[];
  mint(request: RuleTokenRequest): Promise<Minting>;
  /** Returns the number of tokens that could not be revoked. They expire within the hour. */
  revokeAll(): Promise<number>;
}

/**
 * Names of the variables that only the process that mints is allowed to have.
 * @see spec/credentials.md, "Credential records"
 */
export const mintingVariables = /^CP_FORGE_(?:READ|WRITE)_APP_(?:PRIVATE_KEY|TOKEN)$/;

export function createRuleTokens(env: Readonly<NodeJS.ProcessEnv>, send: SendOnce): RuleTokens {
  const held: HeldToken[] = [];
  const pending = new Set<Promise<Minting>>();
  let isOver = false;
  return {
    findMissing: (role) => {
      const found = findApp(env, role);
      return "missing" in found ? found.missing : [];
    },
    mint: async ({ role, permissions = readAppCeiling, repositories, host }) => {
      const found = findApp(env, role);
      if ("missing" in found) {
        return { kind: "refused", reason: `${found.missing.join(" and ")} is not set.` };
      }
      const { bearer } = found;
      if ("token" in bearer) {
        // An earlier step of the workflow minted this token and revokes it.
        return { kind: "minted", token: bearer.token, isNew: false, end: () => Promise.resolve() };
      }
      const [repository, ...others] = repositories.map(requireName);
      if (!repository) return { kind: "refused", reason: "the rule names no repository." };
      const profile = findForge(env, host);
      const all = [repository, ...others] as const;
      const request = { ...bearer, permissions, profile, repositories: all };
      if (isOver) return { kind: "refused", reason: "the run is over." };
      const minting = mintToken(request, send).then((minted) => {
        if (minted.kind === "minted") held.push(minted);
        return minted;
      });
      pending.add(minting);
      return minting.finally(() => pending.delete(minting));
    },
    revokeAll: async () => {
      isOver = true;
      // A token whose response has not arrived yet must be revoked, too.
      await Promise.allSettled(pending);
      const ended = await Promise.all(held.splice(0).map(({ end }) => end()));
      return ended.filter((result) => result === undefined).length;
    },
  };
}

function requireName(text: string) {
  const name = parseRepositoryName(text);
  if (!name) throw new InvalidInput(`"${text}" is not the name of a repository: OWNER/NAME.`);
  return name;
}

/** Returns the forge of a workflow step, or the forge of the rule. */
export function findForge(env: Readonly<NodeJS.ProcessEnv>, host: string): HostProfile {
  const address = stepVariable(env, "API_URL");
  return address === undefined ? resolveHost(host) : resolveApi(address);
}
