import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Decision } from "../../rules/policy.ts";
import { admitRequest } from "../admit-request.ts";
import type { Admission } from "../budget-gate.ts";
import { explainMismatch, isSameAuthority, parseAuthority } from "../authority.ts";
import { openInside, type Aim, type InsideOptions } from "../inside/open-inside.ts";
import type { RefuseInside } from "../inside/refuse-inside.ts";
import { openTunnelEntry, tunnel } from "../inside/tunnel.ts";
import { originOf, type ProxyDeps, type Within } from "../proxy-deps.ts";
import { refuse, type Denial } from "../refusal/denial.ts";
import { answerDenied, answerFailed, respondOn } from "./answer-complete.ts";
import { readHeaders, type ReadHeaders } from "./read-headers.ts";

export interface Connecting {
  readonly message: IncomingMessage;
  readonly socket: Socket;
  /** Bytes received together with the request. */
  readonly head: Buffer;
}

export interface ConnectOptions {
  readonly deps: ProxyDeps;
  readonly inside: Omit<InsideOptions, "deps">;
  /** Sends the reason inside a denied tunnel; undefined if TLS is not intercepted. */
  readonly refuseInside?: RefuseInside | undefined;
}

const established = "HTTP/1.1 200 Connection Established\r\n\r\n";

/** Decides whether to allow a CONNECT request, and forwards the data in its tunnel. */
export async function answerConnect(
  { message, socket, head }: Connecting,
  { deps, inside, refuseInside }: ConnectOptions,
): Promise<void> {
  const headers = readHeaders(message.rawHeaders);
  const aim = readAim(message.url ?? "", headers);
  const decision = isDenial(aim) ? aim : decide(deps, aim);
  const within = isDenial(aim) ? nowhere : ({ ...aim, scheme: schemeOf(aim) } as const);
  if (!decision.allowed || isDenial(aim)) {
    if (refuseInside && !decision.allowed && !isDenial(aim) && isForTls(aim, deps)) {
      openTunnelEntry(deps, within, decision).close({ status: 403 });
      await openRefused({ message, socket, head }, aim, { deps, refuseInside });
      return;
    }
    const denial = decision.allowed ? aim : decision;
    if (isDenial(denial)) denyConnect({ message, socket, head }, { deps, within, headers, denial });
    return;
  }
  // The proxy connects to an origin before it responds, unless it terminates TLS itself.
  const isTunnel =
    !deps.policy.intercepts(aim) &&
    deps.policy.decideConnection({ ...aim, scheme: "https" }).allowed;
  let dialed: Promise<Socket> | undefined;
  let admission: Admission | undefined;
  try {
    if (isTunnel) {
      // With interception, each request counts instead.
      admission = await admitRequest({}, deps);
      dialed = deps.upstream.dial(originOf({ ...aim, scheme: "https" }, decision));
    }
    await dialed;
  } catch (error) {
    const entry = openTunnelEntry(deps, { ...aim, scheme: "https" }, decision);
    answerFailed(respondOn(socket, message), { error, entry, accept: headers.accept, deps });
    return;
  }
  if (head.length > 0) socket.unshift(head);
  socket.write(established);
  let isUsed = false;
  const acceptTls = (taken: Socket, its: Within) => {
    isUsed = true;
    tunnel(taken, its, { deps, dialed, admission });
  };
  await openInside(socket, aim, { deps, ...inside, ...(dialed ? { acceptTls } : {}) });
  if (!isUsed) (await dialed)?.destroy();
}

/**
 * Returns whether a client probably speaks TLS first. On other ports, the client may wait for the
 * server, so only the CONNECT response can be sent.
 */
function isForTls({ port }: Aim, { policy }: ProxyDeps): boolean {
  return port === 443 || policy.ports.includes(port);
}

/**
 * Accepts a denied CONNECT request, because most clients do not show the response of a CONNECT
 * request. Sends the reason inside the tunnel, and never connects to the target.
 */
async function openRefused(
  { socket, head }: Connecting,
  aim: Aim,
  { deps, refuseInside }: { deps: ProxyDeps; refuseInside: RefuseInside },
): Promise<void> {
  if (head.length > 0) socket.unshift(head);
  socket.write(established);
  const { acceptHttp, acceptTls } = refuseInside;
  // The denial is already logged.
  const quiet = { ...deps, log: () => undefined };
  await openInside(socket, aim, { deps: quiet, acceptHttp, acceptTls, refuseTls: acceptTls });
}

const nowhere: Within = { scheme: "https", host: "", port: 0, way: "proxy" };

function isDenial(value: Aim | Decision): value is Denial {
  return "allowed" in value && !value.allowed;
}

/**
 * Reads the target of a CONNECT request. If the request has a Host header, verifies that the header
 * matches the target.
 */
function readAim(target: string, { host, problem }: ReadHeaders): Aim | Denial {
  if (problem) return refuse("ambiguous", problem);
  const { host: asked, port } = parseAuthority(target) ?? {};
  if (asked === undefined || port === undefined) {
    return refuse("ambiguous", "the CONNECT target is not a host and a port");
  }
  const aim = { host: asked, port };
  // Some clients omit the port in Host, and HTTP/1.0 has no Host header.
  const named = host === undefined ? undefined : parseAuthority(host);
  if (host !== undefined && !isSameAuthority(named, aim, port)) {
    const texts = ["CONNECT is for", "its Host header is for"] as const;
    return refuse("name-mismatch", explainMismatch({ scheme: "https", ...aim }, named, texts));
  }
  return { ...aim, way: "proxy" };
}

/**
 * Returns the usual scheme of a port. The log uses this scheme if a request is denied before the
 * client has sent data.
 */
function schemeOf({ port }: Aim): "http" | "https" {
  return port === 80 ? "http" : "https";
}

/**
 * Allows the target if the rules allow it with at least one protocol, because the protocol is not
 * known yet.
 */
function decide({ policy }: ProxyDeps, aim: Aim): Decision {
  const likely = schemeOf(aim);
  const first = policy.decideConnection({ ...aim, scheme: likely });
  if (first.allowed) return first;
  const other = policy.decideConnection({ ...aim, scheme: likely === "http" ? "https" : "http" });
  return other.allowed ? other : first;
}

function denyConnect(
  { message, socket }: Connecting,
  {
    deps,
    within,
    headers,
    denial,
  }: { deps: ProxyDeps; within: Within; headers: ReadHeaders; denial: Denial },
): void {
  const entry = openTunnelEntry(deps, within, denial);
  answerDenied(respondOn(socket, message), {
    denial,
    entry,
    headers: { ...headers, hasBody: true },
    deps,
  });
}
