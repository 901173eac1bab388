import type { App } from "../../forge/resources/apps.ts";
import { comparePermissions, isAboveCeiling } from "../../credentials/apps/ceilings.ts";
import type { Permissions } from "../../credentials/apps/ceilings.ts";
import { describeDifference } from "../../credentials/apps/permission-words.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { appSettingsLink } from "../../forge/web-links.ts";
import type { Account } from "../../forge/account.ts";

/** The browser was signed in as another user, or another owner was selected. */
export class WrongOwner extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(
    app: Pick<App, "slug" | "owner" | "ownerKind">,
    wanted: Account,
    profile: HostProfile,
  ) {
    super(
      `The App "${app.slug}" belongs to ${app.owner}, not to ${wanted.login}. Its key was discarded.`,
      [
        {
          text: "Delete the App: press Advanced, then Delete",
          link: appSettingsLink(profile, { login: app.owner, kind: app.ownerKind }, app.slug),
        },
        {
          text: `Sign in to ${profile.brand.title} in the browser as a user who can create Apps for ${wanted.login}`,
        },
      ],
    );
  }
}

/** The key is valid, but it belongs to a different App than expected. */
export class OtherApp extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(app: Pick<App, "slug" | "clientId">, wanted: string) {
    super(`The key belongs to the App "${app.slug}" (${app.clientId}), not to ${wanted}.`, [
      { text: "Provide a key of the App with the expected client ID" },
    ]);
  }
}

/** Describes the differences from the requested App. The list is empty if there are none. */
export function describeDifferences(
  app: Pick<App, "permissions" | "events">,
  ceiling: Permissions,
): { readonly text: string; readonly isAbove: boolean }[] {
  const permissions = comparePermissions(ceiling, app.permissions).map((difference) => ({
    text: describeDifference(difference),
    isAbove: isAboveCeiling(difference),
  }));
  const events = app.events.map((event) => ({
    text: `event ${event}: not requested`,
    isAbove: true,
  }));
  return [...permissions, ...events];
}
