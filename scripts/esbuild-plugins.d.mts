import type { BuildOptions } from "esbuild";

export const bundleOptions: BuildOptions & { readonly define: Record<string, string> };
