import type { Profile, ProfileChoice } from "../../credentials/profile/choice.ts";

/** Returns the choice for a profile given by name only. For Apps, it includes both. */
export function choiceOf(profile: Profile): ProfileChoice {
  const isApp = profile === "app";
  return { profile, readApp: isApp, writeApp: isApp, pat: profile === "pat" };
}
