import type { Installation } from "../../forge/resources/installations.ts";

/** What is known of an App before its installation is looked for. */
export interface AppTraces {
  readonly clientId: string;
  readonly slug?: string | undefined;
  /** As it was once seen. */
  readonly installationId?: number | undefined;
}

/**
 * The installations of one App in a list. The client ID decides; a server that is too old to tell it leaves the App's
 * name in addresses, which is its alone, and the id under which the installation was once seen.
 */
export function installationsOf<T extends Pick<Installation, "id" | "clientId" | "appSlug">>(
  { clientId, slug, installationId }: AppTraces,
  listed: readonly T[],
): T[] {
  return listed.filter((each) =>
    each.clientId === undefined
      ? each.appSlug === slug || each.id === installationId
      : each.clientId === clientId,
  );
}
