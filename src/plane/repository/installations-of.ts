import type { Installation } from "../../forge/resources/installations.ts";

/** Identifiers of an App, used to find its installation. */
export interface AppTraces {
  readonly clientId: string;
  readonly slug?: string | undefined;
  /** Previously read installation ID. */
  readonly installationId?: number | undefined;
}

/**
 * Returns the installations of one App in a list, by client ID. If a server is too old to report
 * client IDs, the App's unique slug and the earlier installation ID are compared instead.
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
