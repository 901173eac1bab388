import { decisionPath, readControlFile, settingsPath } from "./control-files.ts";
import type { Decision } from "./decision.ts";
import type { Settings } from "./settings.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Connection } from "../../commands/connect.ts";

/** The checked-in settings and decision, as far as they are there and sensible. */
export interface Decided {
  readonly settings: Settings | undefined;
  readonly decision: Decision | undefined;
  /** What is wrong with either file. */
  readonly problems: readonly string[];
}

/** Reads both files; what parses them is loaded only where there is something to parse. */
export async function readDecided(
  { profile, rest }: Connection,
  repository: RepositoryName,
): Promise<Decided> {
  const problems: string[] = [];
  const read = async <T>(path: string, parse: (text: string) => Promise<T>) => {
    const file = await readControlFile(await rest(), repository, path);
    try {
      return file && (await parse(file.text));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const paths = { settings: settingsPath(profile.brand), decision: decisionPath(profile.brand) };
  const [settings, decision] = await Promise.all([
    read(paths.settings, async (text) => {
      const { parseSettings } = await import("./settings.ts");
      return parseSettings(text, paths.settings);
    }),
    read(paths.decision, async (text) => {
      const { parseDecision } = await import("./decision.ts");
      return parseDecision(text, paths.decision);
    }),
  ]);
  return { settings, decision, problems };
}
