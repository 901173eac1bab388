import { feedCommand } from "../shared/run-command.ts";

/**
 * Time limit in ms for a clipboard program, which might otherwise wait for an unavailable display
 * or for the user's permission.
 */
const limitMilliseconds = 2_000;

/**
 * Copies text to this machine's clipboard. The text must not be secret: all of the user's programs
 * can read the clipboard.
 * @returns false if no clipboard program is available or it rejected the text
 */
export async function copyText(
  text: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  for (const program of clipboards(env, platform)) {
    if (await feedCommand(program, text, limitMilliseconds)) return true;
  }
  return false;
}

type Program = readonly [string, ...string[]];

/** Lists clipboard programs, the most likely one first. */
function clipboards(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly Program[] {
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip.exe"]];
  return [
    ...(env["WSL_DISTRO_NAME"] ? [["clip.exe"] as const] : []),
    ...(env["WAYLAND_DISPLAY"] ? [["wl-copy"] as const] : []),
    ...(env["DISPLAY"]
      ? ([
          ["xclip", "-selection", "clipboard"],
          ["xsel", "--clipboard", "--input"],
        ] as const)
      : []),
  ];
}
