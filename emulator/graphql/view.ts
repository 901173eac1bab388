import type { Call } from "../http/call.ts";
import type { Issue, Repository } from "../state/repository.ts";
import type { Account } from "../state/world.ts";

export interface IssueLocation {
  readonly repository: Repository;
  readonly issue: Issue;
}

/**
 * A caller's query, with the resolvers of all types. Types refer to each other, but their files
 * cannot import each other.
 */
export interface View extends Call {
  readonly show: {
    account(account: Account): object;
    /** Resolves an author by the stored login. */
    actor(login: string): object;
    repository(repository: Repository): object;
    issue(location: IssueLocation): object;
  };
}
