import { once } from "node:events";

/** Returns the reason why this machine's browser is unusable, or undefined if it can be used. */
export function whyNoBrowser(env: NodeJS.ProcessEnv, isWanted: boolean): string | undefined {
  if (!isWanted) return "--no-open was given";
  if (env["SSH_CONNECTION"]) return "this is an SSH session";
  if (env["REMOTE_CONTAINERS"] ?? env["CODESPACES"]) return "this is an editor's container";
  return undefined;
}

/** Some openers run until the browser closes. */
const openerLimitMilliseconds = 3_000;

/**
 * Opens a link in the operator's browser.
 * @returns whether the opener reports success; never throws
 */
export async function openLink(link: string): Promise<boolean> {
  const limit = AbortSignal.timeout(openerLimitMilliseconds);
  try {
    const { default: open } = await import("open");
    const child = await open(link);
    // Nothing else may keep the process alive: with only an unreferenced child, a waiting program
    // would exit here.
    child.ref();
    // The opener starts even without a browser, and reports that only by its exit code.
    const closed = once(child, "close", { signal: limit }) as Promise<[number | null]>;
    const [code] = await closed.finally(() => child.unref());
    return code === 0;
  } catch {
    // Best effort, because the link is also on screen. An opener that is still running has found a
    // browser.
    return limit.aborted;
  }
}
