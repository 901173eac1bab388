import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { Bearer } from "../../credentials/choose-credential.ts";
import type { Minting } from "./admit-deps.ts";
import type { Wire } from "./wire.ts";

/**
 * Returns a token for requests: the existing token, or a new one with exactly these permissions.
 */
export async function mintAndRevoke(
  bearer: Bearer,
  permissions: Permissions,
  { profile, repository, deps, deadline, counting }: Wire,
): Promise<Minting> {
  if ("token" in bearer) {
    // The caller has already masked this token, and revokes it later.
    return {
      kind: "minted",
      token: bearer.token,
      isNew: false,
      end: () => Promise.resolve(),
    };
  }
  const { pair } = bearer;
  const minting = await deps.mint({
    pair,
    permissions,
    profile,
    repositories: [repository()],
    signal: deadline,
    counting,
  });
  if (minting.kind === "minted") deps.mask(minting.token);
  return minting;
}
