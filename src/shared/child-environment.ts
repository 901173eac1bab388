import { programPath } from "./program-path.ts";

/**
 * Variables for a child's location, language, user interface and network. None of them contain a
 * token.
 */
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
 * Returns the environment for a child process. Only listed names are passed on, because any other
 * variable may contain a secret.
 */
export function childEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => isForChildren(name)));
}

let taken: NodeJS.ProcessEnv | undefined;

/**
 * Removes from the process's environment all variables that child processes must not inherit, so
 * that libraries cannot pass them on. `ourEnvironment` still returns the full set.
 */
export function setEnvironment(): void {
  taken ??= { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (!isForChildren(name)) delete process.env[name];
  }
  // Restricts PATH, because programs that gatehouse starts run outside the sandbox.
  if (process.env["PATH"] !== undefined) process.env["PATH"] = programPath(process.env["PATH"]);
}

/** Returns the environment with which this process was started. */
export function ourEnvironment(): NodeJS.ProcessEnv {
  return taken ?? process.env;
}

/**
 * Ignores case, because Windows does, and because proxy variables exist in lowercase and uppercase.
 */
function isForChildren(name: string): boolean {
  const upper = name.toUpperCase();
  return chosenNames.has(upper) || chosenGroups.test(upper);
}
