import { findRepository } from "../../emulator/state/find.ts";
import { openSealed } from "../../emulator/state/sealed-box.ts";
import type { World } from "../../emulator/state/world.ts";
import type { Secret } from "../../src/shared/secret.ts";

/** Decrypts a secret that the embedded forge stores, because its API never returns one. */
export async function openSecret(
  world: World,
  { repository, environment, name }: { repository: string; environment?: string; name: string },
): Promise<Secret | undefined> {
  const home = findRepository(world, repository);
  const holder = environment ? home?.environments.find((e) => e.name === environment) : home;
  const stored = holder?.secrets.find((secret) => secret.name === name.toUpperCase());
  return holder && stored ? openSealed(stored.sealed, holder.box) : undefined;
}
