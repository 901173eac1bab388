import { randomUUID } from "node:crypto";
import type { Secret } from "../shared/secret.ts";

/** Keeps secrets in memory for one run, so that answers, steps and the journal hold their ids only. */
export interface SecretVault {
  /** Takes a secret in and answers the id to ask for it by. Ids of another run are never found again. */
  keep(secret: Secret): string;
  find(id: string): Secret | undefined;
  /** The secret of an id that this run has handed out. An unknown id is a bug: whoever asks has it from `keep`. */
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
      if (!secret) throw new Error(`no secret is kept by the id "${id}"`);
      return secret;
    },
    drop: (id) => {
      kept.delete(id);
    },
  };
}
