import { requireBrand } from "../forge/brand.ts";
import { embeddedHost, resolveHost } from "../forge/host-profile.ts";
import { InvalidInput } from "../shared/errors.ts";

/*
 * What is wrong with the command line is said before anybody is asked anything.
 */

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
  throw new InvalidInput(`"${text}" is no port; it is a number from 0 to 65535.`);
}
