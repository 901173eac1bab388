import type { Account } from "../../forge/account.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { appsPage } from "../../forge/web-links.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { commandLine } from "../repository/command-line.ts";

/** Whose Apps they are, and for which control repository. */
export interface AppPlace {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly account: Pick<Account, "login" | "kind">;
}

/** The forge answers an App's own key with 404: it has no such App, whatever is stored. */
export class AppGone extends UserError {
  readonly exitCode = exitCode.refused;
  readonly clientId: string;

  constructor(clientId: string, place: AppPlace) {
    super(describeDeleted(clientId), [
      {
        say: "Setup offers a new App in its place",
        command: commandLine("setup", place),
      },
      {
        say: `See the Apps of ${place.account.login}`,
        link: appsPage(place.profile, place.account),
      },
    ]);
    this.clientId = clientId;
  }
}

export function describeDeleted(clientId: string): string {
  return `The forge knows no App ${clientId} (404 to its own key): it was deleted, or that is not its client ID.`;
}
