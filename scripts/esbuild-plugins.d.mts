import type { BuildOptions } from "esbuild";

export const bundleOptions: BuildOptions & { readonly define: Record<string, string> };
/** Sources, keyed by the names of the files that are built from them. */
export const partsApart: Readonly<Record<string, string>>;
export const starts: Readonly<Record<string, string>>;
export const narrow: RegExp;
