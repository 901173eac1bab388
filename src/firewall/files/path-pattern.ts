import { compileGlob, matchesGlob, type Glob } from "../rules/glob.ts";

/** A compiled pattern for paths in the working directory. */
export interface PathPattern {
  readonly text: string;
  /** Path without wildcards, "" for the working directory; undefined for a pattern with wildcards. */
  readonly literal: string | undefined;
  /** True if the pattern ends in `/` or `/**`. It then matches only directories. */
  readonly isFolder: boolean;
  readonly globs: readonly Glob[];
}

/**
 * Compiles a pattern. `*` matches any characters within a name, and `**` also matches `/`. A `**`
 * between two `/`, or at the start, matches zero or more directories.
 */
export function compilePath(text: string): PathPattern {
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  let isFolder = text.endsWith("/");
  while (names.at(-1) === "**") {
    names.pop();
    isFolder = true;
  }
  const path = names.join("/");
  return {
    text,
    literal: path.includes("*") ? undefined : path,
    isFolder,
    globs: withoutFolders(`/${path}`).map(compileGlob),
  };
}

/** @param path relative to the working directory */
export function matchesPath({ globs }: PathPattern, path: string): boolean {
  return globs.some((glob) => matchesGlob(glob, `/${path}`));
}

/** Returns the pattern with and without each `**` that matches complete names. */
function withoutFolders(pattern: string): readonly string[] {
  const at = pattern.indexOf("/**/");
  if (at < 0) return [pattern];
  const head = pattern.slice(0, at);
  const rests = withoutFolders(pattern.slice(at + "/**".length));
  return rests.flatMap((rest) => [`${head}${rest}`, `${head}/**${rest}`]);
}
