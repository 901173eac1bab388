import type { RepositoryName } from "../../forge/repository-name.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RestClient } from "../../forge/client.ts";
import { readControlFile, settingsPath, writeControlFile } from "../scope/control-files.ts";
import { parseSettings } from "../scope/settings.ts";
import type { Settings } from "../scope/settings.ts";

export interface ModePlace {
  readonly rest: RestClient;
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}

/** The settings as they are checked in; undefined when there are none. @throws InvalidSettings */
export async function readSettings({ rest, profile, repository }: ModePlace) {
  const path = settingsPath(profile.brand);
  const file = await readControlFile(rest, repository, path);
  return file && parseSettings(file.text, path);
}

/**
 * Commits `"mode": "review"`, and nothing else, to the settings.
 * @returns what was found: `live` was changed, `review` was so already, `absent` has no settings
 * @throws InvalidSettings, ControlFileRefused
 */
export async function returnToReview({
  rest,
  profile,
  repository,
}: ModePlace): Promise<Settings["mode"] | "absent"> {
  const path = settingsPath(profile.brand);
  const file = await readControlFile(rest, repository, path);
  if (!file) return "absent";
  if (parseSettings(file.text, path).mode === "review") return "review";
  const changed = { ...(JSON.parse(file.text.replace(/^\ufeff/, "")) as object), mode: "review" };
  await writeControlFile(rest, repository, {
    path,
    text: `${JSON.stringify(changed, null, 2)}\n`,
    message: "Return to review mode after a suspected exposure",
    sha: file.sha,
  });
  return "live";
}
