/** Returns whether the terminal shows more than ASCII, according to its locale. */
export function readsUnicode(env: NodeJS.ProcessEnv, platform: string = process.platform): boolean {
  // On Windows, only newer consoles have these signs in their font, and those set one of these
  // variables.
  if (platform === "win32") return Boolean(env["WT_SESSION"] ?? env["TERM_PROGRAM"]);
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}
