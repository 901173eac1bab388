import type { Account } from "../../forge/account.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { appsPage } from "../../forge/web-links.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { commandLine } from "../repository/command-line.ts";

/** The account that owns the Apps, and the control repository. */
export interface AppLocation {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly account: Pick<Account, "login" | "kind">;
}

/**
 * The App does not exist: GitHub responds with 404 to the App's own key. The key may still be
 * stored.
 */
export class AppGone extends UserError {
  readonly exitCode = exitCode.refused;
  readonly clientId: string;

  constructor(clientId: string, location: AppLocation) {
    super(describeDeleted(clientId), [
      {
        text: "Create a new App with setup",
        command: commandLine("setup", location),
      },
      {
        text: `Check the Apps of ${location.account.login}`,
        link: appsPage(location.profile, location.account),
      },
    ]);
    this.clientId = clientId;
  }
}

export function describeDeleted(clientId: string): string {
  return `App ${clientId} not found (404 with its own key): it was deleted, or the client ID is wrong.`;
}
