import { randomUUID } from "node:crypto";
import type { Secret } from "../shared/secret.ts";

/** Keeps secrets in memory for one run, so that answers, steps and the journal hold their ids only. */
export interface SecretKeeper {
  /** Takes a secret in and answers the id to ask for it by. Ids of another run are never found again. */
  keep(secret: Secret): string;
  find(id: string): Secret | undefined;
  drop(id: string): void;
}

export function createSecretKeeper(): SecretKeeper {
  const kept = new Map<string, Secret>();
  return {
    keep: (secret) => {
      const id = `secret ${randomUUID()}`;
      kept.set(id, secret);
      return id;
    },
    find: (id) => kept.get(id),
    drop: (id) => {
      kept.delete(id);
    },
  };
}
