import type { Secret } from "../../shared/secret.ts";
import type { WrittenCredential } from "../rules/credential-rule.ts";

/** Returns credentials for requests. The command never receives them. */
export interface Credentials {
  /** @throws CredentialUnavailable */
  tokenFor(rule: WrittenCredential): Promise<Secret>;
}

/** gatehouse could not get the credential of a request, so the request was not sent. */
export class CredentialUnavailable extends Error {
  /** Clause without secrets: `the read App was rejected with 401`. */
  readonly reason: string;
  constructor(reason: string) {
    super(`gatehouse could not get the credential: ${reason}`);
    this.reason = reason;
  }
}
