import type { Socket } from "node:net";
import { admitRequest } from "../admit-request.ts";
import type { Admission } from "../budget-gate.ts";
import { attempt } from "../contain.ts";
import { endConnection } from "../log-fault.ts";
import { OpenEntry } from "../open-entry.ts";
import { originOf, type ProxyDeps, type Within } from "../proxy-deps.ts";
import type { Decision } from "../../rules/policy.ts";
import { explainFailure } from "../upstream/explain-failure.ts";
import { splice } from "./splice.ts";
import { alerts, endWithAlert } from "./tls-alert.ts";

export interface TunnelOptions {
  readonly deps: ProxyDeps;
  /** Connection to the origin that was opened before the 200 response. */
  readonly dialed?: Promise<Socket> | undefined;
  /** Budget of a connection that was already counted. */
  readonly admission?: Admission | undefined;
}

/** Forwards an encrypted connection to its origin without inspecting it. */
export function tunnel(socket: Socket, within: Within, options: TunnelOptions): void {
  void attempt(
    () => forwardBytes(socket, within, options),
    endConnection(socket, options.deps, within),
  );
}

async function forwardBytes(
  socket: Socket,
  within: Within,
  { deps, dialed, admission: counted }: TunnelOptions,
): Promise<void> {
  const decision = deps.policy.decideConnection(within);
  const entry = openTunnelEntry(deps, within, decision);
  try {
    const admission = counted ?? (await admitRequest({}, deps));
    const origin = await (dialed ?? deps.upstream.dial(originOf(within, decision)));
    await splice(socket, origin, { entry, admission });
    entry.close({ status: 200 });
  } catch (error) {
    const { status, explanation, denial } = explainFailure(error);
    if (denial) entry.close({ decision: denial });
    else entry.close({ status, failure: explanation });
    endWithAlert(socket, status === 403 ? alerts.accessDenied : alerts.internalError);
  }
}

export function openTunnelEntry(
  deps: Pick<ProxyDeps, "log">,
  { scheme, host, port, way }: Within,
  decision: Decision,
): OpenEntry {
  const asked = { kind: "connection", way, scheme, host, port, protocol: "tls" } as const;
  return new OpenEntry(deps.log, asked, decision);
}
