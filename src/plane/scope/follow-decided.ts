import type { Connection } from "../../forge/connection.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { ControlFiles } from "../repository/repository-cache.ts";
import { decisionPath, followControlFile, settingsPath } from "./control-files.ts";
import { parseDecision, renderDecision } from "./decision.ts";
import type { Decision } from "./decision.ts";
import { parseSettings, renderSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";

/**
 * Reads and changes the settings and the decision of a control plane, without overwriting another
 * user's change.
 */
export interface FollowedDecided {
  /**
   * Returns the committed settings; undefined if there are none.
   *
   * @throws InvalidSettings
   */
  readonly readSettings: () => Promise<Settings | undefined>;
  /** @throws ControlFileRefused */
  readonly writeSettings: (settings: Settings) => Promise<void>;
  /**
   * Returns the committed decision; undefined if there is none.
   *
   * @throws InvalidInput
   */
  readonly readDecision: () => Promise<Decision | undefined>;
  /** @throws ControlFileRefused */
  readonly writeDecision: (decision: Decision) => Promise<void>;
}

/** Creates readers and writers for both files, which use the forge CLI's login. */
export function followDecided(
  { profile, client }: Pick<Connection, "profile" | "client">,
  { repository, files }: { readonly repository: RepositoryName; readonly files: ControlFiles },
): FollowedDecided {
  const paths = { settings: settingsPath(profile.brand), decision: decisionPath(profile.brand) };
  const settings = followControlFile(client, { repository, files, path: paths.settings });
  const decision = followControlFile(client, { repository, files, path: paths.decision });
  return {
    readSettings: async () => {
      const file = await settings.read();
      return file && parseSettings(file.text, paths.settings);
    },
    writeSettings: (value) =>
      settings.write(renderSettings(value), "Set the control plane's scope"),
    readDecision: async () => {
      const file = await decision.read();
      return file && parseDecision(file.text, paths.decision);
    },
    writeDecision: (value) =>
      decision.write(renderDecision(value), "Record the chosen credential profile"),
  };
}
