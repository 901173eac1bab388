import type { Secret } from "../shared/secret.ts";
import type { HostProfile } from "./host-profile.ts";
import type { OneAnswer, OneRequest, SendOnce } from "./one-request.ts";

/** Host, credential and time limit of a request. */
export interface OnceAs {
  readonly send: SendOnce;
  readonly profile: Pick<HostProfile, "apiUrl" | "brand">;
  readonly token: Secret;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to a path of the REST API. Returns the response for every status, including
 * errors.
 * @throws any network error
 */
export function callOnce(
  { send, profile, token, signal }: OnceAs,
  { method, path, body }: { method: OneRequest["method"]; path: string; body?: object },
): Promise<OneAnswer> {
  return send({
    method,
    address: new URL(`${profile.apiUrl}${path}`),
    signal,
    headers: {
      ...profile.brand.apiHeaders,
      "user-agent": "gatehouse",
      authorization: `Bearer ${token.reveal()}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
