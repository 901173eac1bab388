import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { findFile } from "../../forge/resources/contents.ts";
import type { RepositoryFile } from "../../forge/resources/contents.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { decisionPath, settingsPath } from "./control-files.ts";
import type { Decision } from "./decision.ts";
import type { Settings } from "./settings.ts";

/** State of a file in the control repository, with its parsed content if it is valid. */
export type Found<T> =
  | { readonly state: "valid"; readonly value: T }
  | { readonly state: "missing" }
  | { readonly state: "broken"; readonly reason: string };

/** The committed settings and decision. */
export interface Decided {
  readonly settings: Found<Settings>;
  readonly decision: Found<Decision>;
}

/** Reads both files. */
export async function readDecided(
  client: ForgeClient,
  repository: RepositoryName,
  find = (path: string): Promise<Pick<RepositoryFile, "text"> | undefined> =>
    findFile(client, repository, path),
): Promise<Decided> {
  const { brand } = client.profile;
  const paths = { settings: settingsPath(brand), decision: decisionPath(brand) };
  const readFile = <T>(path: string, parse: (text: string) => Promise<T>): Promise<Found<T>> =>
    orBroken(async () => {
      const file = await find(path);
      return file && parse(file.text);
    });
  const [settings, decision] = await Promise.all([
    readFile(paths.settings, async (text) => {
      const { parseSettings } = await import("./settings.ts");
      return parseSettings(text, paths.settings);
    }),
    readFile(paths.decision, async (text) => {
      const { parseDecision } = await import("./decision.ts");
      return parseDecision(text, paths.decision);
    }),
  ]);
  return { settings, decision };
}

/** Converts a parse error into a finding, so that an invalid file does not stop the inspection. */
async function orBroken<T>(read: () => Promise<T | undefined>): Promise<Found<T>> {
  try {
    const value = await read();
    return value === undefined ? { state: "missing" } : { state: "valid", value };
  } catch (error) {
    if (error instanceof InvalidInput) return { state: "broken", reason: error.message };
    throw error;
  }
}

/** Returns the content of a valid file; undefined otherwise. */
export function valueOf<T>(found: Found<T>): T | undefined {
  return found.state === "valid" ? found.value : undefined;
}
