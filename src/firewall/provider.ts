import { brands } from "../forge/brand.ts";
import { InvalidInput } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";

/** The provider that the sidecar connects to, and the credential that only the sidecar holds. */
export interface Provider {
  readonly baseUrl: URL;
  /** Type of the provider: `openai`, `anthropic`, `azure`. */
  readonly type: string;
  readonly key: Secret;
  /** Variables that the command receives instead of the credential. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of variables that the command never receives, because their values contain the key. */
  readonly excluded: readonly string[];
}

const prefixes = Object.values(brands).map(({ providerPrefix }) => providerPrefix);
const placeholder = "kept-outside-by-gatehouse";

/**
 * Reads the provider's settings from the firewall's own environment.
 * @throws InvalidInput if the settings are incomplete
 */
export function readProvider(env: NodeJS.ProcessEnv, port: number): Provider {
  const prefix = prefixes.find((name) => env[`${name}_BASE_URL`]) ?? brands.forge.providerPrefix;
  const [url, key] = [env[`${prefix}_BASE_URL`], env[`${prefix}_API_KEY`]];
  const missing = [url ? [] : `${prefix}_BASE_URL`, key ? [] : `${prefix}_API_KEY`].flat();
  if (!url || !key) {
    throw new InvalidInput(
      `--enable-api-proxy requires environment variables that are not set: ${missing.join(" and ")}.`,
    );
  }
  const baseUrl = parseBase(url, prefix);
  const type = env[`${prefix}_TYPE`] || "openai";
  return {
    baseUrl,
    type,
    key: new Secret(key),
    variables: {
      // The sidecar appends request paths to the base URL, so this URL does not need a path.
      [`${prefix}_BASE_URL`]: `http://127.0.0.1:${port}`,
      [`${prefix}_TYPE`]: type,
      [`${prefix}_API_KEY`]: placeholder,
    },
    // Variables with other names may contain the same key.
    excluded: [
      ...prefixes.map((name) => `${name}_API_KEY`),
      ...Object.keys(env).filter((name) => env[name]?.includes(key)),
    ],
  };
}

function parseBase(text: string, prefix: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The error does not repeat the value, because it may contain a password.
  if (!url || url.protocol !== "https:" || url.username || url.password || url.search || url.hash) {
    throw new InvalidInput(
      `${prefix}_BASE_URL must be a valid https:// URL without a user, query or fragment.`,
    );
  }
  return url;
}
