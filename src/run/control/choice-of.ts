import type { Profile, ProfileChoice } from "../../credentials/profile/choice.ts";

/** What a profile that is only named needs: whoever names the Apps means both. */
export function choiceOf(profile: Profile): ProfileChoice {
  const isApp = profile === "app";
  return { profile, readApp: isApp, writeApp: isApp, pat: profile === "pat" };
}
