import { exitCode, UserError } from "../../shared/errors.ts";
import type { Installation, InstallationToken } from "../../forge/resources/installations.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { AppClient } from "./app-client.ts";
import { comparePermissions, isAboveCeiling } from "./ceilings.ts";
import type { Level } from "./ceilings.ts";
import { sayDifference } from "./permission-words.ts";

/** What a token is asked for: these permissions on exactly these repositories of the installation's account. */
export interface TokenWish {
  readonly permissions: Readonly<Record<string, Level>>;
  readonly repositories: readonly RepositoryName[];
}

/** The forge made a token that can do more than was asked for. */
export class TokenTooWide extends UserError {
  readonly exitCode = exitCode.refused;
}

/**
 * Makes an installation token for exactly what is wished.
 * @throws TokenTooWide when the forge's answer is wider: that token is ended, or said to be still there
 */
export async function mintNarrowToken(
  app: Pick<AppClient, "mintFor" | "revokeToken">,
  installation: Installation,
  wish: TokenWish,
): Promise<InstallationToken> {
  const minted = await app.mintFor(installation, wish);
  const excess = findExcess(wish, minted);
  if (excess.length === 0) return minted;
  const isEnded = await app.revokeToken(minted.token).then(
    () => true,
    () => false,
  );
  const fate = isEnded
    ? "It is ended again."
    : `It could not be ended: it lives until ${minted.expiresAt}.`;
  const what = `The forge gave a token that can do more than was asked for: ${excess.join("; ")}. ${fate}`;
  throw new TokenTooWide(what, [
    { say: "Review the App's installation, and whoever answers at the forge's address" },
  ]);
}

/** What a token can do beyond the wish, in words. */
export function findExcess(
  { permissions, repositories }: TokenWish,
  minted: Omit<InstallationToken, "token">,
): string[] {
  // The forge adds it to every token.
  const asked = { metadata: "read", ...permissions };
  const above = comparePermissions(asked, minted.permissions).filter(isAboveCeiling);
  const names = repositories.map(({ full }) => full.toLowerCase());
  const others = minted.repositories?.filter((name) => !names.includes(name.toLowerCase()));
  return [
    ...above.map(sayDifference),
    ...(others === undefined ? ["all repositories of the installation"] : others),
  ];
}
