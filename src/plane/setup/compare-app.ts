import type { App } from "../../forge/resources/apps.ts";
import { ceilings, comparePermissions, isAboveCeiling } from "../../credentials/apps/ceilings.ts";
import { describeDifference } from "../../credentials/apps/permission-words.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { appSettingsLink } from "../../forge/web-links.ts";
import type { Account } from "../../forge/account.ts";

/** The browser was signed in as somebody else, or another owner was chosen. */
export class WrongOwner extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(
    app: Pick<App, "slug" | "owner" | "ownerKind">,
    wanted: Account,
    profile: HostProfile,
  ) {
    super(
      `The App "${app.slug}" belongs to ${app.owner}, not to ${wanted.login}. Its key was not kept.`,
      [
        {
          say: "Delete it: press Advanced, then Delete",
          link: appSettingsLink(profile, { login: app.owner, kind: app.ownerKind }, app.slug),
        },
        {
          say: `Sign in to the forge in the browser as somebody who may make Apps for ${wanted.login}`,
        },
      ],
    );
  }
}

/** The forge knows the key, as another App's than the one that it was brought for. */
export class OtherApp extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(app: Pick<App, "slug" | "clientId">, wanted: string) {
    super(`The key is that of the App "${app.slug}" (${app.clientId}), not of ${wanted}.`, [
      { say: "Bring a key of the App whose client ID was named" },
    ]);
  }
}

/** What is not as we asked for it, in words; empty when everything is. */
export function describeDifferences(
  app: Pick<App, "permissions" | "events">,
  role: AppRole,
): { readonly say: string; readonly isAbove: boolean }[] {
  const permissions = comparePermissions(ceilings[role], app.permissions).map((difference) => ({
    say: describeDifference(difference),
    isAbove: isAboveCeiling(difference),
  }));
  const events = app.events.map((event) => ({
    say: `event ${event}: asked for none`,
    isAbove: true,
  }));
  return [...permissions, ...events];
}
