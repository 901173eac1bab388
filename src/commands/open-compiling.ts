import type { Compiling } from "../compiler/project/compile-files.ts";
import { openProject } from "../compiler/project/open-project.ts";
import { ownPin } from "../compiler/project/own-pin.ts";
import { mintScript, revokeScript } from "../compiler/scripts/embedded-scripts.ts";
import { placeSource } from "../compiler/project/locate-source.ts";
import { requireBrand } from "../forge/brand.ts";

declare const GATEHOUSE_VERSION: string;
declare const GATEHOUSE_PACKAGE: string;

interface OpenOptions {
  readonly brand?: string;
}

/**
 * Opens the compiler with the settings of the definition's repository, regardless of the current
 * directory.
 */
export async function openCompiling(source: string, options: OpenOptions): Promise<Compiling> {
  return openAt(placeSource(source).root, options);
}

/** Opens compilers for many definitions. The settings of each repository are read once. */
export function openCompilings(options: OpenOptions): (source: string) => Promise<Compiling> {
  const opened = new Map<string, Promise<Compiling>>();
  return (source) => {
    const { root } = placeSource(source);
    const compiling = opened.get(root) ?? openAt(root, options);
    opened.set(root, compiling);
    return compiling;
  };
}

async function openAt(root: string, { brand }: OpenOptions): Promise<Compiling> {
  const project = await openProject({
    root,
    brand: brand === undefined ? undefined : requireBrand(brand),
    own: await ownPin(GATEHOUSE_PACKAGE, GATEHOUSE_VERSION),
  });
  const programs = { mint: mintScript, revoke: revokeScript };
  return { project, programs, version: GATEHOUSE_VERSION };
}
