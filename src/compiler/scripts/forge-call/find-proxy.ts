import { isExempt } from "./no-proxy.ts";
import { Problem } from "./problem.ts";
import { isLoopback } from "./read-api-url.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Proxy {
  readonly address: URL;
  /** Header value with the credentials for the proxy. */
  readonly authorization?: string;
}

/**
 * Names of the variables, in order of precedence. HTTP_PROXY is not used, because unencrypted
 * requests go only to this machine.
 */
const variables = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] as const;

/**
 * Returns the proxy for an address; undefined for a direct connection.
 * @throws Problem that names the variable, but not its value
 */
export function findProxy(address: URL, env: Environment): Proxy | undefined {
  const variable = variables.find((name) => env[name]);
  const value = variable === undefined ? undefined : env[variable];
  if (variable === undefined || value === undefined || isLoopback(address.hostname)) return;
  if (isExempt(address, env["NO_PROXY"] || env["no_proxy"] || "")) return;
  const text = value.includes("://") ? value : `http://${value}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (!proxy || !/^https?:$/.test(proxy.protocol)) {
    throw new Problem(
      `The variable ${variable} does not contain a supported proxy address. Example: http://proxy.example:3128.`,
    );
  }
  const login = readLogin(proxy, variable);
  return { address: proxy, ...(login !== ":" && { authorization: basic(login) }) };
}

function readLogin({ username, password }: URL, variable: string): string {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    throw new Problem(
      `The user name or password in the variable ${variable} is not correctly encoded.`,
    );
  }
}

function basic(login: string): string {
  return `Basic ${Buffer.from(login).toString("base64")}`;
}
