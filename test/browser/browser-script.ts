import { chmod, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The operator's browser as a program finds it: `BROWSER` names it, and it is given the link. */
export interface BrowserScript {
  /** The value of `BROWSER`. */
  readonly path: string;
  /** Links that the program had opened, in order. */
  readonly links: readonly string[];
}

/** A browser that hands its links to the test, and ends once the test has taken them. */
export async function makeBrowserScript(
  folder: string,
  take: (link: string) => Promise<void> = () => Promise.resolve(),
): Promise<BrowserScript> {
  const links: string[] = [];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    const link = new URL(request.url ?? "", "http://test").searchParams.get("link") ?? "";
    links.push(link);
    // A browser's window stays open after the opener has ended.
    take(link).catch((error: unknown) => failures.push(error));
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const path = join(folder, "browser");
  // Not Node: each link would wait for its start.
  const send = `curl --silent --noproxy "*" --get --data-urlencode "link=$1"`;
  await writeFile(path, `#!/bin/sh\nexec ${send} http://127.0.0.1:${port}/\n`);
  await chmod(path, 0o755);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    if (failures.length > 0) throw new AggregateError(failures, String(failures[0]));
  });
  return { path, links };
}
