import { limitBody } from "./limit-body.ts";
import type { OneAnswer, OneRequest } from "./one-request.ts";

/** The same by a fetch that knows the way: through a proxy. */
export async function sendByFetch(
  fetch: typeof globalThis.fetch,
  { address, method, headers, body, signal }: OneRequest,
): Promise<OneAnswer> {
  // What no header can carry is never sent.
  const init = {
    method,
    headers: new Headers(headers),
    signal,
    ...(body !== undefined && { body }),
    redirect: "manual" as const,
  };
  const response = limitBody(await fetch(address, init));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}
