import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { createForgeClient, type ForgeClientOptions } from "../../src/forge/client.ts";
import type { OneAnswer } from "../../src/forge/one-request.ts";
import { createSendOnce } from "../../src/forge/send-once.ts";
import type { Brand } from "../../src/forge/brand.ts";
import type { EmulatorOptions } from "../../emulator/emulator.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { openForge } from "../emulator/open-forge.ts";

/** Sends requests to a forge that exists. */
export const send = createSendOnce({});

/** Returns a response as if from a forge, without a forge. */
export function answerOf(
  status: number,
  body?: unknown,
  headers: OneAnswer["headers"] = { "content-type": "application/json" },
): OneAnswer {
  return { status, headers, text: body === undefined ? "" : JSON.stringify(body) };
}

export interface BenchOptions extends EmulatorOptions {
  /** Names that the client uses (default: those of the embedded forge). */
  readonly brand?: Brand["name"];
}

/** Creates an embedded forge for one test, and our own client for it. */
export async function openBench({ brand, ...options }: BenchOptions = {}) {
  const forge = await openForge(options);
  const profile = resolveHost(forge.emulator.origin, brand);
  const clientOf = (change: Partial<ForgeClientOptions> = {}) =>
    createForgeClient({ profile, send, token: forge.emulator.userToken, ...change });
  return { ...forge, profile, clientOf, client: clientOf() };
}

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** Creates a server for one test that answers with this function, and records its requests. */
export async function openServer(answer: (heard: Heard, response: ServerResponse) => void) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const { method = "", url: path = "", headers } = request;
    heard.push({ method, path, headers });
    answer({ method, path, headers }, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, origin, heard };
}

/** Creates a forge with unusual responses, and our own client for it. */
export async function openOddForge(
  answer: (heard: Heard, response: ServerResponse) => void,
  token?: Secret,
) {
  const { origin, heard } = await openServer(answer);
  const profile = resolveHost(origin);
  const client = createForgeClient({ profile, send, ...(token && { token }) });
  const asked = () => heard.map(({ method, path }) => `${method} ${path}`);
  return { origin, heard, asked, profile, client };
}

/** Returns the error with which a promise rejects. */
export function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: unknown) => error as Error,
  );
}
