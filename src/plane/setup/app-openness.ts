import { parseAddress } from "../../forge/parse-address.ts";
import { appSettingsLink } from "../../forge/web-links.ts";
import type { Account } from "../../forge/account.ts";
import type { AppVisibility } from "../../forge/resources/apps.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Hint } from "../../shared/errors.ts";

/** Access that an App's settings allow in addition to its permissions. */
export interface AppOpenness {
  /** Whether other accounts can install the App. */
  readonly visibility: AppVisibility;
  /** URL of the App's webhook. GitHub does not report whether the webhook is active. */
  readonly hookAddress: string | undefined;
}

/** A difference from the requested App, and the page on which to fix it. */
export interface AppDifference {
  readonly text: string;
  readonly fix: Hint;
}

interface Location {
  readonly profile: HostProfile;
  readonly account: Pick<Account, "login" | "kind">;
  readonly slug: string;
}

/**
 * Lists the ways in which an App is more open than requested. gatehouse requests a private App
 * without a webhook.
 */
export function describeOpenness(
  { visibility, hookAddress }: AppOpenness,
  { profile, account, slug }: Location,
): AppDifference[] {
  const settings = appSettingsLink(profile, account, slug);
  const isHooked = hookAddress !== undefined && !isAtForge(hookAddress, profile);
  return [
    ...(visibility === "public"
      ? [
          {
            text: "it is public: anyone can install it",
            fix: { text: "Make it private on its Advanced page", link: `${settings}/advanced` },
          },
        ]
      : []),
    ...(isHooked
      ? [
          {
            // Shows only the host, because the rest of the URL may be as sensitive as a password.
            text: `it has a webhook URL at ${parseAddress(hookAddress)?.host ?? "an unknown host"}`,
            fix: { text: "Deactivate the App's webhook and remove the URL", link: settings },
          },
        ]
      : []),
  ];
}

/**
 * GitHub requires a URL even for an inactive webhook, so the manifest uses a URL of GitHub itself.
 */
function isAtForge(address: string, { webUrl }: Pick<HostProfile, "webUrl">): boolean {
  return parseAddress(address)?.hostname === parseAddress(webUrl)?.hostname;
}
