import type { App } from "../../forge/resources/apps.ts";
import { slugOf } from "./app-name.ts";

/** The App or account that already uses a name. A new App cannot use that name. */
export type NameHolder =
  /**
   * The owner is undefined if this account cannot see the App, and only the App's bot account shows
   * that the App exists.
   */
  | { readonly kind: "app"; readonly owner: string | undefined }
  | { readonly kind: "account"; readonly login: string };

export interface NameSource {
  readonly findApp: (slug: string) => Promise<App | "refused" | undefined>;
  readonly findAccount: (login: string) => Promise<string | undefined>;
}

/** Finds the current owner of a name; undefined if the name appears to be free. */
export async function findNameHolder(
  { findApp, findAccount }: NameSource,
  name: string,
): Promise<NameHolder | undefined> {
  const slug = slugOf(name);
  const app = await findApp(slug);
  if (app && app !== "refused") return { kind: "app", owner: app.owner };
  const [bot, account] = await Promise.all([findAccount(`${slug}[bot]`), findAccount(slug)]);
  if (bot !== undefined) return { kind: "app", owner: undefined };
  return account === undefined ? undefined : { kind: "account", login: account };
}

/** The account that owns the control plane, and the operator's account. */
interface Namer {
  readonly owner: string;
  readonly operator: string;
}

/**
 * Explains why a name is unavailable; undefined if it can be used. Only the owner of an account can
 * give the account's name to an App.
 */
export function explainInUse(holder: NameHolder, { owner, operator }: Namer): string | undefined {
  if (holder.kind === "app")
    return `${holder.owner ?? "Someone"} already has an App with this name`;
  const isOwn = [owner, operator].some((one) => one.toLowerCase() === holder.login.toLowerCase());
  return isOwn ? undefined : `This name belongs to another account: ${holder.login}`;
}
