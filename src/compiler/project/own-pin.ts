import { readFile } from "node:fs/promises";
import { InvalidInput } from "../../shared/errors.ts";
import type { GatehousePin } from "../pipeline/settings.ts";

/**
 * Returns the pin for the running version of gatehouse: its version in the registry, and the hash
 * of its files, which the build stores next to them.
 * @throws InvalidInput if gatehouse runs from its sources
 */
export async function ownPin(packageName: string, version: string): Promise<GatehousePin> {
  const file = new URL("integrity", import.meta.url);
  const integrity = await readFile(file, "utf8").catch(() => undefined);
  if (integrity !== undefined) {
    return { source: `npm:${packageName}@${version}`, integrity: integrity.trim() };
  }
  throw new InvalidInput("gatehouse runs from its sources, so pipelines cannot pin it.", [
    { text: "Build gatehouse", command: "npm run build" },
  ]);
}
