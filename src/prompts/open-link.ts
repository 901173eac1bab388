import { once } from "node:events";

/** Returns the reason why this machine's browser cannot be used, or undefined if it can. */
export function whyNoBrowser(env: NodeJS.ProcessEnv, isWanted: boolean): string | undefined {
  if (!isWanted) return "--no-open was given";
  if (env["SSH_CONNECTION"]) return "this is an SSH session";
  if (env["REMOTE_CONTAINERS"] ?? env["CODESPACES"]) return "this is a dev container or codespace";
  return undefined;
}

/** Time limit in milliseconds, because some openers run until the browser is closed. */
const openerLimitMilliseconds = 3_000;

/**
 * Opens a link in the operator's browser. Never throws.
 * @returns whether the opener reported success
 */
export async function openLink(link: string): Promise<boolean> {
  const limit = AbortSignal.timeout(openerLimitMilliseconds);
  try {
    const { default: open } = await import("open");
    const child = await open(link);
    // Keeps the process alive, because Node.js exits if only an unreferenced child process remains.
    child.ref();
    // The opener starts even if there is no browser. Only its exit code shows whether a browser was
    // opened.
    const closed = once(child, "close", { signal: limit }) as Promise<[number | null]>;
    const [code] = await closed.finally(() => child.unref());
    return code === 0;
  } catch {
    // Best effort, because the link is also shown on the screen. If the opener is still running, it
    // has found a browser.
    return limit.aborted;
  }
}
