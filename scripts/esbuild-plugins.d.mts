import type { BuildOptions, Plugin } from "esbuild";

export const withoutDevtools: Plugin;
export const yogaWithoutFetch: Plugin;
export const bundleOptions: BuildOptions & { readonly define: Record<string, string> };
