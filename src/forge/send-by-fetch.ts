import { limitBody } from "./limit-body.ts";
import type { OneAnswer, OneRequest } from "./one-request.ts";

/** The same by a fetch that knows the way: through a proxy. */
export async function sendByFetch(
  fetch: typeof globalThis.fetch,
  { address, body, ...request }: OneRequest,
): Promise<OneAnswer> {
  const init = { ...request, ...(body !== undefined && { body }), redirect: "manual" as const };
  const response = limitBody(await fetch(address, init));
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), text: await response.text() };
}
