import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bundleInside } from "./bundle-inside.ts";
import type { FirewallOptions, Lab } from "./lab.ts";
import type { LoggedDecision } from "../../../src/firewall/log/logged-decision.ts";

/** The requests of clients: which clients, by which route, to which hosts. */
export interface RequestOptions {
  readonly name: string;
  readonly host: string;
  readonly below: string;
  readonly way: "proxy" | "caught";
  readonly clients: readonly string[];
}

export interface ClientResults {
  /** Results by client and request: `curl: allowed`. */
  readonly text: Readonly<Record<string, { readonly code: number | null; readonly text: string }>>;
  readonly log: readonly LoggedDecision[];
}

/** Runs clients in one container. */
export async function runClients(
  lab: Lab,
  requests: readonly RequestOptions[],
  options: FirewallOptions,
): Promise<ClientResults> {
  const folders = lab.makeFolders(options.as);
  await Promise.all(["clients", "socket"].map((name) => bundleInside(name, folders.work)));
  const { pin } = lab.origins.certificates;
  const asked = JSON.stringify({ requests, pin, javas: findJavas() });
  const ran = await lab.run(["node", "clients.mjs", asked], { ...options, folders });
  if (ran.code !== 0) throw new Error(`${ran.code}: ${ran.err}\n${ran.out}`);
  return { text: JSON.parse(ran.out) as ClientResults["text"], log: ran.log };
}

/** Returns the installed Java versions, because tests do not require one. */
function findJavas(): string[] {
  try {
    const folder = "/usr/lib/jvm";
    const found = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
    return found.map(({ name }) => join(folder, name, "bin/java"));
  } catch {
    return [];
  }
}

export const light = ["curl", "curl --http2", "wget", "node fetch", "openssl s_client"];
export const heavy = ["git", "pip", "npm", "python requests", "grpc", "wss"];
export const rest = ["node https", "python urllib"];

/** Returns whether a client's output shows that it received the requested content. */
export function isServed(name: string, text: string): boolean {
  if (name.startsWith("git")) return text.includes("cloned whole");
  if (name.startsWith("pip")) return text.includes("installed by pip");
  if (name.startsWith("npm")) return text.includes("installed by npm");
  if (name.startsWith("wss")) return text.includes("echo over a socket");
  if (name.startsWith("grpc")) return /said b'over grpc' times 3/.test(text);
  if (name.startsWith("java")) return /URLConnection origin of.*HttpClient 200 origin/s.test(text);
  return text.includes("origin of ");
}
