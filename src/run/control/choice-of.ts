import type { Profile, ProfileChoice } from "../../credentials/profile/choice.ts";

/** Returns the profile choice for a profile name. For Apps, the choice includes both Apps. */
export function choiceOf(profile: Profile): ProfileChoice {
  const isApp = profile === "app";
  return { profile, readApp: isApp, writeApp: isApp, pat: profile === "pat" };
}
