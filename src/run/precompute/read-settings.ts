import { settingsPath } from "../../plane/scope/control-files.ts";
import { parseSettings } from "../../plane/scope/settings.ts";
import type { Settings } from "../../plane/scope/settings.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { findSettingsFile } from "../admit/find-settings-file.ts";

/**
 * The settings of the control plane that is checked out here, in the folder of either brand.
 * @param folders the first that has settings counts
 * @throws InvalidInput where none has; InvalidSettings
 */
export function readSettings(folders: readonly string[], { brand }: HostProfile): Settings {
  const found = findSettingsFile(brand.folder, folders);
  if (found) return parseSettings(found.text, found.path);
  throw new InvalidInput(`There is no ${settingsPath(brand)} here.`, [
    { say: "Check out the control repository before this step" },
  ]);
}
