import type { Handler } from "../../credentials/apps/handlers.ts";
import { formatPermissions } from "../../credentials/apps/permission-words.ts";
import { handlerPermissions } from "../../credentials/apps/handlers.ts";
import type { RevokedToken } from "../../run/token/revoke-tokens.ts";
import type { MintedToken } from "../../run/token/safe-output-token.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";

/** The document of `token --json`; it never contains the token. */
export interface MintDocument {
  readonly minted: boolean;
  readonly for: Handler;
  readonly repositories: readonly string[];
  readonly permissions: Readonly<Record<string, string>>;
  /** Expiry time, ISO 8601; null if no token was minted. */
  readonly expires: string | null;
  /** Reason why no token was minted. */
  readonly reason: string | null;
}

export function toMintDocument(
  handler: Handler,
  repositories: readonly RepositoryName[],
  { minted, reason }: { readonly minted?: MintedToken; readonly reason?: string },
): MintDocument {
  return {
    minted: minted !== undefined,
    for: handler,
    repositories: repositories.map(({ full }) => full),
    permissions: handlerPermissions[handler],
    expires: minted?.expires ?? null,
    reason: reason ?? null,
  };
}

export function mintedRows(
  { handler, repositories, permissions, expires }: MintedToken,
  style: RenderOptions,
): Row[] {
  const may = formatPermissions(permissions).join(", ");
  const text = `Minted a token for ${handler} on ${repositories.join(", ")}: ${may}; expires ${expires}`;
  return textRows(text, { style, prefix: marked(style, "done") });
}

export function unmintedRows(handler: Handler, reason: string, style: RenderOptions): Row[] {
  const text = `No token for ${handler}: ${reason}`;
  return textRows(text, { style, prefix: marked(style, "attention") });
}

const results = {
  revoked: "was revoked",
  expired: "had already expired",
  absent: "is not set",
  failed: "could not be revoked",
} as const;

export function revocationRows(ended: readonly RevokedToken[], style: RenderOptions): Row[] {
  const states = {
    revoked: "done",
    expired: "done",
    absent: "done",
    failed: "failed",
  } as const;
  return ended.flatMap(({ name, result }) =>
    textRows(`${name} ${results[result]}`, { style, prefix: marked(style, states[result]) }),
  );
}
