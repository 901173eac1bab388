import type { Compiling } from "../compiler/project/compile-files.ts";
import { openProject } from "../compiler/project/open-project.ts";
import { ownPin } from "../compiler/project/own-pin.ts";
import { mintScript, revokeScript } from "../compiler/scripts/embedded-scripts.ts";
import { requireBrand } from "../forge/brand.ts";

declare const GATEHOUSE_VERSION: string;

/** What every definition of this folder's repository is compiled with. */
export async function openCompiling({ brand }: { readonly brand?: string }): Promise<Compiling> {
  const project = await openProject({
    folder: process.cwd(),
    brand: brand === undefined ? undefined : requireBrand(brand),
    own: await ownPin(GATEHOUSE_VERSION),
  });
  const programs = { mint: mintScript, revoke: revokeScript };
  return { project, programs, version: GATEHOUSE_VERSION };
}
