import { parseAddress } from "../../forge/parse-address.ts";
import { appSettingsLink } from "../../forge/web-links.ts";
import type { Account } from "../../forge/account.ts";
import type { AppVisibility } from "../../forge/resources/apps.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Hint } from "../../shared/errors.ts";

/** What an App lets in and out besides its permissions. */
export interface AppOpenness {
  /** Whether anybody may install it. */
  readonly visibility: AppVisibility;
  /** Where its webhook leads. The forge does not tell whether the hook is switched on. */
  readonly hookAddress: string | undefined;
}

/** One thing that is not as it was asked for, and the page that mends it. */
export interface AppDifference {
  readonly say: string;
  readonly mend: Hint;
}

interface Place {
  readonly profile: HostProfile;
  readonly account: Pick<Account, "login" | "kind">;
  readonly slug: string;
}

/** What is more open than it was asked for: a private App without a webhook. */
export function describeOpenness(
  { visibility, hookAddress }: AppOpenness,
  { profile, account, slug }: Place,
): AppDifference[] {
  const settings = appSettingsLink(profile, account, slug);
  const isHooked = hookAddress !== undefined && !isAtForge(hookAddress, profile);
  return [
    ...(visibility === "public"
      ? [
          {
            say: "it is public: anybody may install it",
            mend: { say: "Make it private, on its Advanced page", link: `${settings}/advanced` },
          },
        ]
      : []),
    ...(isHooked
      ? [
          {
            // What follows the host may be as good as a password.
            say: `it has a webhook address, at ${parseAddress(hookAddress)?.host ?? "no known host"}`,
            mend: { say: "Switch its webhook off, and take the address out", link: settings },
          },
        ]
      : []),
  ];
}

/** The forge wants an address of a hook that is off, too: our manifest gives it one of the forge itself. */
function isAtForge(address: string, { webUrl }: Pick<HostProfile, "webUrl">): boolean {
  return parseAddress(address)?.hostname === parseAddress(webUrl)?.hostname;
}
