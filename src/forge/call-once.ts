import type { Secret } from "../shared/secret.ts";
import type { HostProfile } from "./host-profile.ts";
import type { OneAnswer, OneRequest, SendOnce } from "./one-request.ts";

/** Who asks, where, and how long an answer may take. */
export interface OnceAs {
  readonly send: SendOnce;
  readonly profile: Pick<HostProfile, "apiUrl" | "brand">;
  readonly token: Secret;
  readonly signal: AbortSignal;
}

/**
 * One request to a path below the REST API's address. Every status is an answer.
 * @throws whatever the network has against it
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
