import type { Handler } from "../../credentials/apps/handlers.ts";
import { formatPermissions } from "../../credentials/apps/permission-words.ts";
import { handlerPermissions } from "../../credentials/apps/handlers.ts";
import type { EndedToken } from "../../run/token/revoke-tokens.ts";
import type { MintedToken } from "../../run/token/safe-output-token.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Look } from "../../terminal/render-options.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";

/** The document of `token --json`; it never contains the token. */
export interface MintDocument {
  readonly minted: boolean;
  readonly for: Handler;
  readonly repositories: readonly string[];
  readonly permissions: Readonly<Record<string, string>>;
  /** ISO 8601; null without a token. */
  readonly expires: string | null;
  /** Reason why no token was minted. */
  readonly because: string | null;
}

export function toMintDocument(
  handler: Handler,
  repositories: readonly RepositoryName[],
  { minted, because }: { readonly minted?: MintedToken; readonly because?: string },
): MintDocument {
  return {
    minted: minted !== undefined,
    for: handler,
    repositories: repositories.map(({ full }) => full),
    permissions: handlerPermissions[handler],
    expires: minted?.expires ?? null,
    because: because ?? null,
  };
}

export function mintedRows(
  { handler, repositories, permissions, expires }: MintedToken,
  look: Look,
): Row[] {
  const may = formatPermissions(permissions).join(", ");
  const text = `Minted a token for ${handler} on ${repositories.join(", ")}: ${may}; expires ${expires}`;
  return textRows(text, { look, lead: marked(look, "done") });
}

export function unmintedRows(handler: Handler, because: string, look: Look): Row[] {
  const text = `No token for ${handler}: ${because}`;
  return textRows(text, { look, lead: marked(look, "attention") });
}

const fates = {
  ended: "was revoked",
  "was over": "had already expired",
  absent: "is not set",
  "still there": "could not be revoked",
} as const;

export function endedRows(ended: readonly EndedToken[], look: Look): Row[] {
  const states = {
    ended: "done",
    "was over": "done",
    absent: "done",
    "still there": "failed",
  } as const;
  return ended.flatMap(({ name, fate }) =>
    textRows(`${name} ${fates[fate]}`, { look, lead: marked(look, states[fate]) }),
  );
}
