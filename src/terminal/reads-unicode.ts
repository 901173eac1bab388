/** Whether the terminal shows more than ASCII, as its locale says. */
export function readsUnicode(env: NodeJS.ProcessEnv, platform: string = process.platform): boolean {
  // Of Windows' own console only the new ones have the signs in their font, and those say who they are.
  if (platform === "win32") return Boolean(env["WT_SESSION"] ?? env["TERM_PROGRAM"]);
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}
