import { chmod, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Replaces the operator's browser: the program runs the script that `BROWSER` names, with the link
 * as its argument.
 */
export interface BrowserScript {
  readonly path: string;
  /** Links that the program opened, in order. */
  readonly links: readonly string[];
}

/**
 * Creates a browser script that passes its links to the test and exits after the test has processed
 * them.
 */
export async function makeBrowserScript(
  folder: string,
  accept: (link: string) => Promise<void> = () => Promise.resolve(),
): Promise<BrowserScript> {
  const links: string[] = [];
  const failures: unknown[] = [];
  const server = createServer((request, response) => {
    const link = new URL(request.url ?? "", "http://test").searchParams.get("link") ?? "";
    links.push(link);
    // The opener exits before its browser window closes.
    accept(link).catch((error: unknown) => failures.push(error));
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const path = join(folder, "browser");
  // Uses curl because Node would add its startup time to each link.
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
