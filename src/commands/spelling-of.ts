import { findBrand } from "../run/control/control-folder.ts";
import { brands, requireBrand } from "../forge/brand.ts";
import type { Brand } from "../forge/brand.ts";
import { embeddedHost, resolveHost } from "../forge/host-profile.ts";

/** How a written file spells the forge. */
export interface SpellingOptions {
  readonly host: string;
  readonly brand?: string;
}

/** The command line's word, the working folder's, or the host's. */
export async function spellingOf(folder: string, { brand, host }: SpellingOptions): Promise<Brand> {
  if (brand !== undefined) return brands[requireBrand(brand)];
  if (host === embeddedHost) return brands.forge;
  const { brand: byHost } = resolveHost(host);
  return (await findBrand(folder)) ?? byHost;
}
