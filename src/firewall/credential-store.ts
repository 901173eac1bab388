import { record } from "../shared/cache-once.ts";
import { Secret } from "../shared/secret.ts";
import { readKey } from "./config/read-key.ts";
import { CredentialUnavailable, type Credentials } from "./proxy/credential-source.ts";
import { keyOfSource, variableOf, type AppSource } from "./rules/credential-rule.ts";

/**
 * Mints an installation token, which is valid for one hour.
 * @throws CredentialUnavailable
 */
export type Mint = (source: AppSource) => Promise<Secret>;

interface Deps {
  /** The firewall's own environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly mint: Mint;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Minted {
  readonly token: Promise<Secret>;
  readonly at: number;
}

const minutes = 60_000;

/** Age at which a token is replaced. The other ten minutes allow for a forge that is down. */
const renewalAge = 50 * minutes;
/** Age up to which a token is used if it cannot be replaced. */
const lastAge = 58 * minutes;

/** Returns the credentials of the rules. A token is minted when a request needs it. */
export function createCredentialStore({ env, mint, now }: Deps): Credentials {
  const minted = new Map<string, Minted>();
  const fromVariable = record((name) => readVariable(env, name));
  const ageOf = ({ at }: Minted) => {
    const age = now() - at;
    // A clock that was set back would make an old token look new.
    return age < 0 ? Infinity : age;
  };
  const replace = (key: string, source: AppSource, old: Minted | undefined) => {
    const token = mint(source).catch((error: unknown) => {
      minted.delete(key);
      if (!old || ageOf(old) >= lastAge) throw error;
      minted.set(key, old);
      return old.token;
    });
    minted.set(key, { token, at: now() });
    return token;
  };
  return {
    tokenFor: ({ source }) => {
      if (source.kind !== "app") return Promise.resolve(fromVariable(variableOf(source)));
      const key = keyOfSource(source);
      const known = minted.get(key);
      if (known && ageOf(known) < renewalAge) return known.token;
      return replace(key, source, known);
    },
  };
}

function readVariable(env: NodeJS.ProcessEnv, name: string): Secret {
  const key = readKey(env, name);
  if (key === undefined) throw new CredentialUnavailable(`${name} is not set`);
  return new Secret(key);
}

/** Rejects every request for a token, because no process mints tokens for this run. */
export function refuseToMint(): Promise<never> {
  return Promise.reject(new CredentialUnavailable("no process mints tokens for this run"));
}
