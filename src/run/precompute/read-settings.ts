import { settingsPath } from "../../plane/scope/control-files.ts";
import { parseSettings } from "../../plane/scope/settings.ts";
import type { Settings } from "../../plane/scope/settings.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { findSettingsFile } from "../admit/find-settings-file.ts";

/**
 * Reads the settings of the checked-out control plane, from the subdirectory of either brand.
 * @param folders directories to search; the first one with settings is used
 * @throws InvalidInput if none of them has settings; InvalidSettings
 */
export function readSettings(folders: readonly string[], { brand }: HostProfile): Settings {
  const found = findSettingsFile(brand.folder, folders);
  if (found) return parseSettings(found.text, found.path);
  throw new InvalidInput(`${settingsPath(brand)} not found.`, [
    { text: "Check out the control repository before this step" },
  ]);
}
