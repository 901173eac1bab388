import { exitCode, UserError } from "../../shared/errors.ts";
import type { Installation, InstallationToken } from "../../forge/resources/installations.ts";
import type { AppClient, TokenRequest } from "./app-client.ts";
import { comparePermissions, isAboveCeiling } from "./ceilings.ts";
import { describeDifference } from "./permission-words.ts";

/** The forge made a token that can do more than was asked for. */
export class TokenTooWide extends UserError {
  readonly exitCode = exitCode.refused;
}

/** The forge made a token that can do less than was asked for. */
export class TokenTooNarrow extends UserError {
  readonly exitCode = exitCode.refused;
}

/**
 * Makes an installation token for exactly what is wished.
 * @throws TokenTooWide, TokenTooNarrow: that token is ended, or said to be still there
 */
export async function mintNarrowToken(
  app: Pick<AppClient, "mint" | "revokeToken">,
  installation: Pick<Installation, "id">,
  wish: TokenRequest,
): Promise<InstallationToken> {
  const minted = await app.mint(installation, wish);
  const excess = findExcess(wish, minted);
  const lack = findLack(wish, minted);
  if (excess.length === 0 && lack.length === 0) return minted;
  const isEnded = await app.revokeToken(minted.token).then(
    () => true,
    () => false,
  );
  const fate = isEnded
    ? "It is ended again."
    : `It could not be ended: it lives until ${minted.expiresAt}.`;
  const hints = [
    { say: "Review the App's installation, and whoever answers at the forge's address" },
  ];
  const say = (degree: string, differences: readonly string[]) =>
    `The forge gave a token that can do ${degree} than was asked for: ${differences.join("; ")}. ${fate}`;
  if (excess.length > 0) throw new TokenTooWide(say("more", excess), hints);
  throw new TokenTooNarrow(say("less", lack), hints);
}

/** What a token lacks of the wish, in words. */
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

/** What a token can do beyond the wish, in words. */
export function findExcess(
  { permissions, repositories }: TokenRequest,
  minted: Omit<InstallationToken, "token">,
): string[] {
  // The forge adds it to every token.
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
