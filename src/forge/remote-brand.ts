import type { Brand } from "./brand.ts";
import { isForgesOwn } from "./host-profile.ts";
import { readRemotes } from "./read-remotes.ts";

/** Returns the brand of a clone's remote; undefined if the remote is not on one of GitHub's hosts. */
export async function findRemoteBrand(folder: string): Promise<Brand["name"] | undefined> {
  const found = await readRemotes({ folder });
  return found.isClone && found.sure.some(({ host }) => isForgesOwn(host)) ? "github" : undefined;
}
