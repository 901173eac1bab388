import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isWithin } from "./is-within.ts";

/** Version managers: their programs are small ones that look for the real one in the folder as a whole. */
const managers = [
  ".pyenv",
  ".rustup",
  ".nvm",
  ".fnm",
  ".volta",
  ".sdkman",
  ".rbenv",
  ".nodenv",
  ".goenv",
  ".jenv",
  ".asdf",
  ".bun",
  ".deno",
  ".local/share/mise",
  ".local/share/fnm",
  ".local/share/pnpm",
  ".local/share/uv/python",
  ".local/share/uv/tools",
];
/** What people keep in these is more than programs: logins, keys, data. Only the folder on PATH comes along. */
const personal = ["", ".local", ".cargo", ".config", "go"];
const ofSystem = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/opt",
  "/etc",
  "/nix/store",
  "/gnu/store",
  "/snap",
];

/**
 * Folders to bind so that the programs on PATH run: the folder itself; where it is the `bin` of an installation, or a
 * version manager's, the whole of it. A link brings along what it leads to.
 */
export function toolFolders(path: string, home: string): readonly string[] {
  const found = new Set<string>();
  for (const folder of path.split(":")) {
    if (!folder.startsWith("/") || !existsSync(folder)) continue;
    for (const place of new Set([folder, realpathSync(folder)])) {
      const whole = wholeOf(place, home);
      if (whole !== undefined) found.add(whole);
    }
    if (folder.includes("/.cargo/")) addManager(found, home, ".rustup");
    // Its tools run on its Pythons; beside both it keeps logins.
    if (folder.includes("/uv/tools/")) addManager(found, home, ".local/share/uv/python");
  }
  return [...found];
}

function addManager(found: Set<string>, home: string, name: string): void {
  if (existsSync(join(home, name))) found.add(join(home, name));
}

function wholeOf(folder: string, home: string): string | undefined {
  if (ofSystem.some((place) => isWithin(folder, place))) return undefined;
  const manager = managers.map((name) => join(home, name)).find((one) => isWithin(folder, one));
  if (manager !== undefined) return manager;
  const parent = dirname(folder);
  const isInstallation =
    basename(folder) === "bin" &&
    ["lib", "lib64", "libexec"].some((name) => existsSync(join(parent, name))) &&
    !personal.some((name) => parent === join(home, name)) &&
    !isWithin(home, parent);
  const whole = isInstallation ? parent : folder;
  // A folder above the home would bring all of it along.
  return isWithin(home, whole) ? undefined : whole;
}
