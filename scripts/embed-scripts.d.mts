import type { Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin as VitePlugin } from "vitest/node";

/** @param file the absolute path of a program's source */
export function buildScript(
  file: string,
): Promise<{ readonly text: string; readonly files: readonly string[] }>;
export const embedScripts: EsbuildPlugin;
export const embedScriptsInTests: VitePlugin;
