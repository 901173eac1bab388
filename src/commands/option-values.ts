import { optionTable } from "../firewall/config/option-table.ts";

/**
 * The words that an option or an argument takes, as its description lists them: what a shell offers. By its name, or by
 * its command and its name where another command has one that is called so, too.
 */
export const optionValues: Readonly<Record<string, readonly string[]>> = {
  "--brand": ["forge", "github"],
  "--host": ["github.com", "emulator"],
  "rotate --app": ["read", "write", "both"],
  "control render --profile": ["app", "pat", "workflow-token"],
  "exposed --credential": ["read-app", "write-app", "pat"],
  "token --for": ["issue", "comment", "pull-request", "dispatch"],
  "firewall logs view": ["summary", "suggest", "follow"],
  "completion shell": ["bash", "zsh", "fish"],
  ...ofFirewall(),
};

/** The verb that a line has which begins with none: `firewall -- npm test` is a run. */
export const impliedVerbs: Readonly<Record<string, string>> = { firewall: "run" };

function ofFirewall(): Record<string, readonly string[]> {
  const chosen = optionTable.flatMap((entry) =>
    "choices" in entry ? [[`--${entry.name}`, entry.choices] as const] : [],
  );
  return Object.fromEntries(chosen);
}
