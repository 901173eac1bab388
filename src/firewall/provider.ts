import { brands } from "../forge/brand.ts";
import { InvalidInput } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";

/** The provider that the sidecar speaks with, and the credential that it alone has. */
export interface Provider {
  readonly baseUrl: URL;
  /** `openai`, `anthropic`, `azure`. */
  readonly type: string;
  readonly key: Secret;
  /** What the command gets instead. */
  readonly variables: Readonly<Record<string, string>>;
  /** What never gets in, in whichever spelling. */
  readonly excluded: readonly string[];
}

const prefixes = Object.values(brands).map(({ providerPrefix }) => providerPrefix);
const placeholder = "kept-outside-by-gatehouse";

/**
 * Takes the provider out of the firewall's own environment.
 * @throws InvalidInput where it is not whole
 */
export function readProvider(env: NodeJS.ProcessEnv, port: number): Provider {
  const prefix = prefixes.find((name) => env[`${name}_BASE_URL`]) ?? brands.forge.providerPrefix;
  const [url, key] = [env[`${prefix}_BASE_URL`], env[`${prefix}_API_KEY`]];
  const missing = [url ? [] : `${prefix}_BASE_URL`, key ? [] : `${prefix}_API_KEY`].flat();
  if (!url || !key) {
    throw new InvalidInput(
      `--enable-api-proxy takes the provider from the environment; ${missing.join(" and ")} is not set.`,
    );
  }
  const baseUrl = parseBase(url, prefix);
  const type = env[`${prefix}_TYPE`] || "openai";
  return {
    baseUrl,
    type,
    key: new Secret(key),
    variables: {
      // The sidecar puts what is asked for below the base: its path is the provider's own.
      [`${prefix}_BASE_URL`]: `http://127.0.0.1:${port}`,
      [`${prefix}_TYPE`]: type,
      [`${prefix}_API_KEY`]: placeholder,
    },
    // Under another name it is the same key.
    excluded: [
      ...prefixes.map((name) => `${name}_API_KEY`),
      ...Object.keys(env).filter((name) => env[name]?.includes(key)),
    ],
  };
}

function parseBase(text: string, prefix: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A text with a password in it is not said again.
  if (!url || url.protocol !== "https:" || url.username || url.password || url.search || url.hash) {
    throw new InvalidInput(`${prefix}_BASE_URL is not the https:// address of a provider.`);
  }
  return url;
}
