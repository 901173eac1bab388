import { feedCommand } from "../shared/run-command.ts";

/** What a clipboard does not answer in: a display that is gone, or asks somebody first. */
const limitMilliseconds = 2_000;

/**
 * Puts text on the clipboard of this machine. The text is no secret: every program of the person may read it there.
 * @returns false where there is no clipboard that a program can reach, or it did not take the text
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

/** What may take it, most likely first. */
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
