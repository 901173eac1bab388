import { requireBrand } from "../forge/brand.ts";
import { embeddedHost, resolveHost } from "../forge/host-profile.ts";
import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";

/* Command-line errors are reported before the first question. */

/** @throws InvalidInput */
export function requireHost({
  host,
  brand,
}: {
  readonly host: string;
  readonly brand?: string;
}): void {
  if (host !== embeddedHost) resolveHost(host);
  if (brand !== undefined) requireBrand(brand);
}

/** @throws InvalidInput */
export function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidInput(`"${text}" is not a valid port: use a number from 0 to 65535.`);
}

/** An embedded forge, and whether its control plane was set up before this command. */
export interface EmbeddedForge {
  readonly where: { readonly host: string; readonly brand?: string };
  readonly skipsSetup: boolean;
}

interface DemoOptions {
  readonly host?: string;
  readonly brand?: string;
  readonly repo?: string;
  readonly agent: boolean;
}

/**
 * Returns the embedded forge at an address, or the one in this process.
 * @throws InvalidInput
 */
export function requireEmbedded({ host, brand, repo, agent }: DemoOptions): EmbeddedForge {
  if (host === undefined) {
    const [stray] = [
      brand === undefined ? [] : ["--brand"],
      repo === undefined ? [] : ["--repo"],
    ].flat();
    if (stray !== undefined) throw new InvalidInput(`${stray} requires --host.`);
    return { where: { host: embeddedHost }, skipsSetup: false };
  }
  if (!agent) throw new InvalidInput("--no-agent cannot be used with --host.");
  if (brand !== undefined) requireBrand(brand);
  if (host !== embeddedHost && !resolveHost(host).isEmbedded) {
    throw new InvalidInput(`${host} is not an embedded forge.`, [
      { text: "Start one, and use its address", command: ownCommandLine("emulator") },
    ]);
  }
  return { where: { host, ...(brand !== undefined && { brand }) }, skipsSetup: true };
}
