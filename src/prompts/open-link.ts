import { once } from "node:events";

/** Why the browser of this machine would be of no use, or undefined. */
export function whyNoBrowser(env: NodeJS.ProcessEnv, isWanted: boolean): string | undefined {
  if (!isWanted) return "--no-open was given";
  if (env["SSH_CONNECTION"]) return "you are signed in over SSH";
  if (env["REMOTE_CONTAINERS"] ?? env["CODESPACES"]) return "this is a container of an editor";
  return undefined;
}

/** Some openers run as long as the browser does. */
const openerLimitMilliseconds = 3_000;

/**
 * Opens a link in the operator's browser.
 * @returns whether a browser took it, as far as the opener tells; never throws
 */
export async function openLink(link: string): Promise<boolean> {
  const limit = AbortSignal.timeout(openerLimitMilliseconds);
  try {
    const { default: open } = await import("open");
    const child = await open(link);
    // Nothing else may be under way: a program that only waits for a child it does not hold ends here.
    child.ref();
    // The opener starts even where there is no browser, and says so only by its exit code.
    const closed = once(child, "close", { signal: limit }) as Promise<[number | null]>;
    const [code] = await closed.finally(() => child.unref());
    return code === 0;
  } catch {
    // Best effort: the link is on screen anyway. An opener that still runs has found a browser.
    return limit.aborted;
  }
}
