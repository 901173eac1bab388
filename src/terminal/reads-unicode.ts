/** Returns whether the terminal can display non-ASCII characters, according to its locale. */
export function readsUnicode(env: NodeJS.ProcessEnv, platform: string = process.platform): boolean {
  // On Windows, only newer consoles have a font with these characters. Such consoles set one of the
  // variables below.
  if (platform === "win32") return Boolean(env["WT_SESSION"] ?? env["TERM_PROGRAM"]);
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}
