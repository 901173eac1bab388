import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Repository } from "../../emulator/state/repository.ts";
import { acme, makeWorld } from "../../emulator/state/seed.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

/**
 * Starts a forge whose acme/control initially has a state that would otherwise require a thousand
 * requests.
 */
export async function openWith(change: (control: Repository) => void): Promise<OpenForge> {
  const folder = await mkdtemp(join(tmpdir(), "emulator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const world = makeWorld(acme, new Date("2026-01-01T00:00:00Z"));
  for (const each of world.repositories) if (each.name === "control") change(each);
  const stateFile = join(folder, "state.json");
  await writeFile(stateFile, JSON.stringify(world));
  return openForge({ stateFile });
}
