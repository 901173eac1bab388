import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { createForgeClient, type ForgeClientOptions } from "../../src/forge/client.ts";
import type { EmulatorOptions } from "../../src/emulator/emulator.ts";
import { openForge } from "../emulator/open-forge.ts";

/** An embedded forge for one test, and our own client of it. */
export async function openBench(options: EmulatorOptions = {}) {
  const forge = await openForge(options);
  const profile = resolveHost(forge.emulator.origin);
  const clientOf = (change: Partial<ForgeClientOptions> = {}) =>
    createForgeClient({ profile, fetch, token: forge.emulator.userToken, ...change });
  return { ...forge, profile, clientOf, client: clientOf() };
}

/** A server that answers what no forge would, and counts how often it was asked. */
export async function openOddServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile = resolveHost(origin);
  return { origin, asked, profile, client: createForgeClient({ profile, fetch }) };
}

/** What a promise ends with when it fails. */
export function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => error as Error,
  );
}
