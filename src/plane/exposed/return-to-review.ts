import { findFile } from "../../forge/resources/contents.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { settingsPath, writeControlFile } from "../scope/control-files.ts";
import { parseSettings } from "../scope/settings.ts";
import type { Settings } from "../scope/settings.ts";

/**
 * Commits `"mode": "review"` to the settings and does not change anything else.
 * @returns the previous state: `live` (was changed), `review` (was already set), or `absent`
 *   (settings do not exist)
 * @throws InvalidSettings, ControlFileRefused
 */
export async function returnToReview({
  client,
  repository,
}: ControlSession): Promise<Settings["mode"] | "absent"> {
  const path = settingsPath(client.profile.brand);
  const file = await findFile(client, repository, path);
  if (!file) return "absent";
  if (parseSettings(file.text, path).mode === "review") return "review";
  const changed = { ...(JSON.parse(file.text.replace(/^\ufeff/, "")) as object), mode: "review" };
  await writeControlFile(client, repository, {
    path,
    content: `${JSON.stringify(changed, null, 2)}\n`,
    message: "Return to review mode after a suspected exposure",
    sha: file.sha,
  });
  return "live";
}
