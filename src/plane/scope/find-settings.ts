import { findFile } from "../../forge/resources/contents.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { settingsPath } from "./control-files.ts";
import { parseSettings } from "./settings.ts";
import type { Settings } from "./settings.ts";

/**
 * Reads the committed settings; undefined if there are none.
 *
 * @throws InvalidSettings
 */
export async function findSettings({
  client,
  repository,
}: ControlSession): Promise<Settings | undefined> {
  const path = settingsPath(client.profile.brand);
  const file = await findFile(client, repository, path);
  return file && parseSettings(file.text, path);
}
