import { requireBrand } from "../forge/brand.ts";
import { embeddedHost, resolveHost } from "../forge/host-profile.ts";
import { InvalidInput } from "../shared/errors.ts";

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
