import { findBrand } from "../run/control/control-folder.ts";
import { brands, requireBrand } from "../forge/brand.ts";
import type { Brand } from "../forge/brand.ts";
import { embeddedHost, resolveHost } from "../forge/host-profile.ts";

/** Options for the naming convention of a generated file. */
export interface SpellingOptions {
  readonly host: string;
  readonly brand?: string;
}

/** Returns the naming convention from the command line, the current directory, or the host. */
export async function spellingOf(folder: string, { brand, host }: SpellingOptions): Promise<Brand> {
  if (brand !== undefined) return brands[requireBrand(brand)];
  if (host === embeddedHost) return brands.forge;
  const { brand: byHost } = resolveHost(host);
  return (await findBrand(folder)) ?? byHost;
}
