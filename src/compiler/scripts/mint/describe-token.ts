import { isFields, type Fields } from "../forge-call/explain-answer.ts";
import { cleanText } from "../forge-call/print-lines.ts";
import type { MintRequest } from "./read-arguments.ts";

/** Describes the scope of a token as the server reports it, without the token. */
export function describeToken(
  fields: Fields,
  { appId, owner }: Pick<MintRequest, "appId" | "owner">,
  { ahead }: { readonly ahead: number | undefined },
): string[] {
  const { expires_at: end } = fields;
  return [
    `Minted a token of the App ${appId} for ${owner}. It expires at ${typeof end === "string" ? cleanText(end) : "an unknown time"}.`,
    `Repositories: ${repositoriesOf(fields)}. Permissions: ${permissionsOf(fields)}.`,
    ...(ahead === undefined ? [] : [clockLine(ahead)]),
  ];
}

function repositoriesOf({ repositories }: Fields): string {
  if (!Array.isArray(repositories)) return "all repositories of the installation";
  const names = repositories.flatMap((each: unknown) =>
    isFields(each) && typeof each["name"] === "string" ? [cleanText(each["name"])] : [],
  );
  return names.join(", ") || "none";
}

function permissionsOf({ permissions }: Fields): string {
  const entries = isFields(permissions) ? Object.entries(permissions) : [];
  const words = entries.map(([name, level]) => cleanText(`${name}: ${String(level)}`));
  return words.join(", ") || "none";
}

function clockLine(ahead: number): string {
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const side = ahead > 0 ? "behind" : "ahead of";
  return `The clock of this machine is ${seconds} seconds ${side} the server's clock. The server's time was used.`;
}
