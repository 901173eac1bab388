import { programPath } from "./program-path.ts";

/** Where a child runs, how it speaks, and what it reaches the person and the network by. None of these is a token. */
const chosenNames = new Set(
  `PATH HOME USER LOGNAME SHELL TMPDIR TMP TEMP TZ
   LANG LANGUAGE TERM COLORTERM TERM_PROGRAM TERM_PROGRAM_VERSION NO_COLOR FORCE_COLOR
   CI CONTINUOUS_INTEGRATION NODE_ENV
   DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS BROWSER MOZ_ENABLE_WAYLAND
   DESKTOP_SESSION GNOME_DESKTOP_SESSION_ID MATE_DESKTOP_SESSION_ID KDE_FULL_SESSION KDE_SESSION_VERSION
   HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
   WSLENV WSL_DISTRO_NAME WSL_INTEROP
   SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE HOMEDRIVE HOMEPATH
   APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) SYSTEMDRIVE PSMODULEPATH`.split(
    /\s+/,
  ),
);
const chosenGroups = /^(LC|XDG)_\w+$/;

/**
 * What a child gets of our environment. A name that is not on the list stays with us: any other variable may be
 * somebody's secret.
 */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isForChildren(name)));
}

let taken: NodeJS.ProcessEnv | undefined;

/**
 * Takes everything out of the process's environment that no child is to get, so that none gets it, whichever library
 * starts it. `ourEnvironment` has all of it.
 */
export function setEnvironment(): void {
  taken ??= { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (!isForChildren(name)) delete process.env[name];
  }
  // What we start runs outside of the sandbox.
  if (process.env["PATH"] !== undefined) process.env["PATH"] = programPath(process.env["PATH"]);
}

/** The environment that this process was started with. */
export function ourEnvironment(): NodeJS.ProcessEnv {
  return taken ?? process.env;
}

/** Spelled in whatever case: Windows does not tell them apart, and proxies are named in both. */
function isForChildren(name: string): boolean {
  const upper = name.toUpperCase();
  return chosenNames.has(upper) || chosenGroups.test(upper);
}
