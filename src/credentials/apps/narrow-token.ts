import { exitCode, UserError } from "../../shared/errors.ts";
import type { Installation, InstallationToken } from "../../forge/resources/installations.ts";
import type { AppClient, TokenRequest } from "./app-client.ts";
import { comparePermissions, isAboveCeiling } from "./ceilings.ts";
import { describeDifference } from "./permission-words.ts";

/** The minted token has more permissions or repositories than requested. */
export class TokenTooWide extends UserError {
  readonly exitCode = exitCode.refused;
}

/** The minted token has fewer permissions or repositories than requested. */
export class TokenTooNarrow extends UserError {
  readonly exitCode = exitCode.refused;
}

/**
 * Mints an installation token with exactly the requested permissions and repositories.
 * @throws TokenTooWide, TokenTooNarrow; the token is revoked, or the message reports that the
 *   revocation failed
 */
export async function mintNarrowToken(
  app: Pick<AppClient, "mint" | "revokeToken">,
  installation: Pick<Installation, "id">,
  request: TokenRequest,
): Promise<InstallationToken> {
  const minted = await app.mint(installation, request);
  const excess = findExcess(request, minted);
  const lack = findLack(request, minted);
  if (excess.length === 0 && lack.length === 0) return minted;
  // A new token that GitHub rejects may only be unknown yet, so it does not count as revoked.
  const isEnded = await app.revokeToken(minted.token, { isNew: true }).then(
    (result) => result === "revoked",
    () => false,
  );
  const fate = isEnded
    ? "The token was revoked."
    : `The token could not be revoked: it expires at ${minted.expiresAt}.`;
  const hints = [
    {
      text: "Review the App's installation, and check which server answers at the configured host",
    },
  ];
  const report = (degree: string, differences: readonly string[]) =>
    `The minted token can do ${degree} than requested: ${differences.join("; ")}. ${fate}`;
  if (excess.length > 0) throw new TokenTooWide(report("more", excess), hints);
  throw new TokenTooNarrow(report("less", lack), hints);
}

/** Lists the requested permissions and repositories that a token lacks. */
export function findLack(
  { permissions, repositories = [] }: TokenRequest,
  minted: Omit<InstallationToken, "token">,
): string[] {
  const below = comparePermissions(permissions, minted.permissions).filter(
    (difference) => difference.wanted !== undefined && !isAboveCeiling(difference),
  );
  const covered = minted.repositories?.map((name) => name.toLowerCase());
  const without = repositories.filter(
    ({ full }) => covered?.includes(full.toLowerCase()) === false,
  );
  return [...below.map(describeDifference), ...without.map(({ full }) => `without ${full}`)];
}

/** Lists a token's permissions and repositories that were not requested. */
export function findExcess(
  { permissions, repositories }: TokenRequest,
  minted: Omit<InstallationToken, "token">,
): string[] {
  // GitHub adds the metadata permission to every token.
  const asked = { metadata: "read", ...permissions };
  const above = comparePermissions(asked, minted.permissions).filter(isAboveCeiling);
  if (!repositories) return above.map(describeDifference);
  const names = repositories.map(({ full }) => full.toLowerCase());
  const others = minted.repositories?.filter((name) => !names.includes(name.toLowerCase()));
  return [
    ...above.map(describeDifference),
    ...(others === undefined ? ["all repositories of the installation"] : others),
  ];
}
