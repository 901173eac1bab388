import type { App } from "../../forge/resources/apps.ts";
import { slugOf } from "./app-name.ts";

/** Who has a name already, so that no new App gets it. */
export type NameHolder =
  /** Of an App that this login is not shown, nobody but its bot is. */
  | { readonly kind: "app"; readonly owner: string | undefined }
  | { readonly kind: "account"; readonly login: string };

/** Who tells of Apps and accounts. */
export interface NameSource {
  readonly findApp: (slug: string) => Promise<App | "refused" | undefined>;
  readonly findAccount: (login: string) => Promise<string | undefined>;
}

/** Looks who has a name, whoever they are; undefined for one that is free as far as can be seen. */
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

/** Whose control plane it is, and who sets it up. */
interface Namer {
  readonly owner: string;
  readonly operator: string;
}

/** Says why a name is not to be had, or nothing: an account's name is its owner's to give. */
export function explainInUse(holder: NameHolder, { owner, operator }: Namer): string | undefined {
  if (holder.kind === "app") return `${holder.owner ?? "Somebody"} has an App of this name already`;
  const isOwn = [owner, operator].some((one) => one.toLowerCase() === holder.login.toLowerCase());
  return isOwn ? undefined : `The account ${holder.login} has this name, and is not yours`;
}
