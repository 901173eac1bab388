import { readInstallation } from "../../credentials/app-shapes.ts";
import type { Installation } from "../../credentials/app-shapes.ts";
import { RefusedByForge } from "../../forge/forge-errors.ts";
import { readPages } from "../../setup/records-on-forge.ts";
import type { Connection } from "./connect.ts";

/** Owners see their organization's installations; nobody else does, and a personal account has no list. */
export async function listInstallations(
  { rest }: Connection,
  owner: string,
): Promise<Installation[] | undefined> {
  try {
    const path = `/orgs/${owner}/installations`;
    return (await readPages(await rest(), path, "installations", 100)).map(readInstallation);
  } catch (error) {
    if (error instanceof RefusedByForge && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}
