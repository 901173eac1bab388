import type { Call } from "../http/call.ts";
import type { Issue, Repository } from "../state/repository.ts";
import type { Account } from "../state/world.ts";

export interface IssuePlace {
  readonly repository: Repository;
  readonly issue: Issue;
}

/** A query of someone, with how each thing answers: things name each other, and their files must not. */
export interface View extends Call {
  readonly show: {
    account(account: Account): object;
    /** Who wrote something, by the name that is kept of them. */
    actor(login: string): object;
    repository(repository: Repository): object;
    issue(place: IssuePlace): object;
  };
}
