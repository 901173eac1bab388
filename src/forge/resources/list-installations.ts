import { readInstallation } from "./apps.ts";
import type { Installation } from "./apps.ts";
import { RefusedByForge } from "../forge-errors.ts";
import { readPages } from "../../control/stored-records.ts";
import type { Connection } from "../../commands/connect.ts";

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
