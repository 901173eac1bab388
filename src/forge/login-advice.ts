import { startLine } from "./host-profile.ts";
import type { HostProfile } from "./host-profile.ts";
import type { Hint } from "../shared/errors.ts";

/*
 * Hints about the login that the forge CLI stores. The embedded forge signs in its own CLI, which
 * is not on PATH, when it starts. GitHub's CLI cannot sign in to a local port directly: it needs a
 * different host name and a proxy, and there is no sign-in page.
 */

/**
 * @param scopes scopes to request in addition to the CLI's defaults; `workflow` is required to
 *   write workflow files
 */
export function explainHowToSignIn(
  profile: HostProfile,
  text = "Sign in",
  scopes: readonly string[] = ["workflow"],
): Hint {
  const start = startLine(profile);
  if (hasOwnLogin(profile) && start !== undefined)
    return { text: "Start the embedded forge, which signs you in", command: start };
  if (hasOwnLogin(profile)) return explainHowToRenew(profile, text);
  const { brand, host } = profile;
  const command = `${brand.cli.command} auth login --hostname ${host} --scopes ${scopes.join(",")}`;
  return signInByProxy(profile, text) ?? { text, command };
}

/** @param scopes scopes to add; if empty, the login keeps its current scopes */
export function explainHowToRenew(
  profile: HostProfile,
  text: string,
  scopes: readonly string[] = [],
): Hint {
  if (hasOwnLogin(profile)) {
    const start = startLine(profile);
    return start === undefined
      ? { text: `${text}: run the same command again; the embedded forge signs you in` }
      : { text: `${text}: stop the embedded forge and start it again`, command: start };
  }
  const { brand, host } = profile;
  const more = scopes.length > 0 ? ` --scopes ${scopes.join(",")}` : "";
  const command = `${brand.cli.command} auth refresh --hostname ${host}${more}`;
  return signInByProxy(profile, text) ?? { text, command };
}

/** @param text text of the hint, which asks the user to check the account */
export function explainHowToCheck(profile: HostProfile, text: string): Hint {
  if (hasOwnLogin(profile)) return { text };
  const { brand, host, webUrl, isEmbedded } = profile;
  const { command, plainHost } = brand.cli;
  return isEmbedded && plainHost !== undefined
    ? { text, command: `http_proxy=${webUrl} ${command} auth status --hostname ${plainHost}` }
    : { text, command: `${command} auth status --hostname ${host}` };
}

function hasOwnLogin({ isEmbedded, brand }: HostProfile): boolean {
  return isEmbedded && brand.cli.plainHost === undefined;
}

function signInByProxy({ brand, webUrl, isEmbedded }: HostProfile, text: string): Hint | undefined {
  const { command, plainHost } = brand.cli;
  if (!isEmbedded || plainHost === undefined) return undefined;
  return {
    text: `${text}, with the embedded forge's operator token on standard input`,
    command: `http_proxy=${webUrl} ${command} auth login --hostname ${plainHost} --with-token`,
  };
}
