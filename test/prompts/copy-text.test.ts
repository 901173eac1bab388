import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { copyText } from "../../src/prompts/copy-text.ts";
import { makeFolder } from "../temporary-folder.ts";

const link = "https://forge.example/settings";

/** Creates a machine with these clipboard programs only, each a shell script. */
function openMachine(clipboards: Readonly<Record<string, string>>) {
  const folder = makeFolder("clipboards");
  const taken = join(folder, "taken");
  for (const [name, script] of Object.entries(clipboards)) {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script.replaceAll("TAKEN", taken)}\n`);
    chmodSync(path, 0o755);
  }
  vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return () => (existsSync(taken) ? readFileSync(taken, "utf8") : undefined);
}

const takes = 'cat > TAKEN; echo " $*" >> TAKEN';

test.each([
  ["darwin", {}, "pbcopy", ""],
  ["win32", {}, "clip.exe", ""],
  ["linux", { WSL_DISTRO_NAME: "Debian" }, "clip.exe", ""],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "wl-copy", ""],
  ["linux", { DISPLAY: ":0" }, "xclip", "-selection clipboard"],
  ["linux", { DISPLAY: ":0" }, "xsel", "--clipboard --input"],
] as const)("on %s with %o, %s receives the text", async (platform, env, program, args) => {
  const taken = openMachine({ [program]: takes });
  expect(await copyText(link, env, platform)).toBe(true);
  expect(taken()).toBe(`${link} ${args}\n`);
});

test("if the first clipboard program fails, the next program receives the text", async () => {
  const taken = openMachine({ "wl-copy": "exit 1", xclip: takes });
  const env = { WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" };
  expect(await copyText(link, env, "linux")).toBe(true);
  expect(taken()).toContain(link);
});

test.each([
  ["no display is available", {}, { xclip: takes, "wl-copy": takes }],
  ["no clipboard program is installed", { DISPLAY: ":0", WAYLAND_DISPLAY: "w" }, {}],
  ["the only clipboard program fails", { DISPLAY: ":0" }, { xclip: "exit 1" }],
  ["the only clipboard program hangs", { DISPLAY: ":0" }, { xclip: "sleep 60" }],
])("nothing is copied if %s", async (_why, env, clipboards) => {
  const taken = openMachine(clipboards);
  expect(await copyText(link, env, "linux")).toBe(false);
  expect(taken()).toBeUndefined();
});

test("a background process that a clipboard program starts keeps running, and is not awaited", async () => {
  const taken = openMachine({ xclip: 'cat > TAKEN; sleep 60 & echo " $!" >> TAKEN' });
  expect(await copyText(link, { DISPLAY: ":0" }, "linux")).toBe(true);
  const [, holder = ""] = (taken() ?? "").trim().split(" ");
  expect(() => process.kill(Number(holder), 0)).not.toThrow();
  process.kill(Number(holder));
});
