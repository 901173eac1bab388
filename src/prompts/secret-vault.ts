import { randomUUID } from "node:crypto";
import type { Secret } from "../shared/secret.ts";

/**
 * Keeps secrets in memory for one run, so that answers, steps and the journal contain only their
 * IDs.
 */
export interface SecretVault {
  /** Stores a secret and returns its ID. An ID is valid only in the current run. */
  keep(secret: Secret): string;
  find(id: string): Secret | undefined;
  /**
   * Returns the secret with an ID. Throws if the ID is unknown, which is a bug because callers get
   * their IDs from `keep`.
   */
  require(id: string): Secret;
  drop(id: string): void;
}

export function createSecretVault(): SecretVault {
  const kept = new Map<string, Secret>();
  return {
    keep: (secret) => {
      const id = `secret ${randomUUID()}`;
      kept.set(id, secret);
      return id;
    },
    find: (id) => kept.get(id),
    require: (id) => {
      const secret = kept.get(id);
      if (!secret) throw new Error(`Secret with ID "${id}" not found`);
      return secret;
    },
    drop: (id) => {
      kept.delete(id);
    },
  };
}
