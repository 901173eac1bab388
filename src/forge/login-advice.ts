import { startLine } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import type { Hint } from "../shared/errors.ts";

/*
 * What a person does about the login that the forge CLI keeps. The embedded forge's own CLI is on nobody's PATH: that
 * forge signs in by itself when it starts. The real CLI knows a port of this machine by another name, and finds no page
 * there to sign in on.
 */

/** @param scopes that the CLI does not ask for by itself: writing workflows needs one */
export function explainHowToSignIn(
  profile: HostProfile,
  say = "Sign in",
  scopes: readonly string[] = ["workflow"],
): Hint {
  const start = startLine(profile);
  if (hasOwnLogin(profile) && start !== undefined)
    return { say: "Start the embedded forge there: it signs you in", command: start };
  if (hasOwnLogin(profile)) return explainHowToRenew(profile, say);
  const { brand, host } = profile;
  const command = `${brand.cli.command} auth login --hostname ${host} --scopes ${scopes.join(",")}`;
  return signInByProxy(profile, say) ?? { say, command };
}

/** @param scopes that it is to have besides; those that it has, where none is named */
export function explainHowToRenew(
  profile: HostProfile,
  say: string,
  scopes: readonly string[] = [],
): Hint {
  if (hasOwnLogin(profile)) {
    const start = startLine(profile);
    return start === undefined
      ? { say: `${say}: run the same command again, and the embedded forge does` }
      : { say: `${say}: stop the embedded forge, and start it again`, command: start };
  }
  const { brand, host } = profile;
  const more = scopes.length > 0 ? ` --scopes ${scopes.join(",")}` : "";
  const command = `${brand.cli.command} auth refresh --hostname ${host}${more}`;
  return signInByProxy(profile, say) ?? { say, command };
}

/** @param say that somebody is to look which account it is, and what else */
export function explainHowToCheck(profile: HostProfile, say: string): Hint {
  return hasOwnLogin(profile)
    ? { say }
    : { say, command: `${profile.brand.cli.command} auth status` };
}

function hasOwnLogin({ isEmbedded, brand }: HostProfile): boolean {
  return isEmbedded && brand.cli.plainHost === undefined;
}

function signInByProxy({ brand, webUrl, isEmbedded }: HostProfile, say: string): Hint | undefined {
  const { command, plainHost } = brand.cli;
  if (!isEmbedded || plainHost === undefined) return undefined;
  return {
    say: `${say}, with the token of the forge's operator on standard input`,
    command: `http_proxy=${webUrl} ${command} auth login --hostname ${plainHost} --with-token`,
  };
}
