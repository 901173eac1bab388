import type { IncomingMessage, ServerResponse } from "node:http";
import { writeAuthority } from "../authority.ts";
import { admitRequest } from "../admit-request.ts";
import type { Admission } from "../budget-gate.ts";
import { attempt } from "../contain.ts";
import {
  addCredential,
  denyCredentialed,
  type Credentialed,
} from "../credentials/add-credential.ts";
import { decideReadings } from "../decide-readings.ts";
import { OpenEntry } from "../open-entry.ts";
import { originOf, type ProxyDeps, type Within } from "../proxy-deps.ts";
import type { Denial } from "../refusal/denial.ts";
import { answerDenied, answerFailed } from "./answer-complete.ts";
import { forwardRequest } from "./forward-request.ts";
import { readHeaders, type ReadHeaders } from "./read-headers.ts";
import { readRequest } from "./read-request.ts";
import type { Decision, Policy, Request } from "../../rules/policy.ts";

/** Decides whether to allow an HTTP/1.1 request, then forwards it or sends the denial. */
export function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { deps, within }: { deps: ProxyDeps; within: Within | undefined },
): void {
  const headers = readHeaders(request.rawHeaders);
  const evaluated = evaluateRequest(request, { headers, deps, within });
  const { entry, asked, decision } = evaluated;
  if (!decision.allowed || !asked) {
    if (!decision.allowed) answerDenied(response, { denial: decision, entry, headers, deps });
    return;
  }
  const fail = (error: unknown) =>
    answerFailed(response, { error, entry, accept: headers.accept, deps });
  const passing = { headers, deps, entry, decision, asked, fail };
  const admitted = admitRequest({ asked, headers: headers.forward }, deps);
  if (!admitted) passRequest(request, response, passing);
  else
    void attempt(
      async () => passRequest(request, response, { ...passing, admission: await admitted }),
      fail,
    );
}

interface Passing extends Omit<Evaluated, "asked"> {
  readonly headers: ReadHeaders;
  readonly deps: ProxyDeps;
  readonly asked: Request;
  readonly fail: (error: unknown) => void;
  readonly admission?: Admission;
}

/** Forwards an allowed request, with the credential of its rule. */
function passRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { headers, deps, entry, decision, asked, fail, admission }: Passing,
): void {
  // The proxy itself sends the 100 response, because the origin's response would be too late for
  // clients that wait at most one second.
  if (headers.expectsContinue) response.writeContinue();
  const authority = writeAuthority(asked.scheme, asked.host, asked.port);
  const { hasBody, accept } = headers;
  const forward = ({ headers: own, added }: Credentialed) => {
    if (response.destroyed) {
      entry.close({ failure: "the client disconnected" });
      return;
    }
    entry.credential = added?.rule.id;
    forwardRequest(request, response, {
      origin: originOf(asked, decision),
      method: asked.method,
      path: asked.target,
      headers: ["host", authority, ...own],
      hasBody,
      accept,
      entry,
      deps,
      admission,
      ...(added && { hide: added.hide }),
    });
  };
  if (deps.policy.credentialsOf(asked.host).length === 0) {
    forward({ headers: headers.forward });
    return;
  }
  void attempt(async () => forward(await addCredential(asked, headers.forward, deps)), fail);
}

export interface Evaluated {
  readonly entry: OpenEntry;
  readonly decision: ReturnType<ProxyDeps["policy"]["decideRequest"]>;
  /** Undefined if the request could not be read. */
  readonly asked: Request | undefined;
}

/** Reads a request, and decides whether the rules allow it. */
export function evaluateRequest(
  { method = "", url = "", httpVersion }: Pick<IncomingMessage, "method" | "url" | "httpVersion">,
  {
    headers,
    deps,
    within,
    protocol = "http/1.1",
    denial,
  }: {
    headers: ReadHeaders;
    deps: ProxyDeps;
    within: Within | undefined;
    protocol?: string;
    /** A denial that applies before the request is read. */
    denial?: Denial;
  },
): Evaluated {
  const read = denial ?? readRequest({ method, url, httpVersion }, headers, within);
  const asked = isDenial(read) ? undefined : read;
  const decision = isDenial(read) ? read : decide(deps.policy, read, headers.forward);
  const { scheme, host, port } = asked ?? within ?? unknownAim;
  const known = {
    kind: "request",
    way: within?.way ?? "proxy",
    scheme,
    host,
    port,
    method,
    target: asked?.target ?? url,
    protocol,
    userAgent: headers.userAgent,
  } as const;
  return { entry: new OpenEntry(deps.log, known, decision, deps.bodyLimit), decision, asked };
}

function decide(policy: Policy, asked: Request, headers: readonly string[]): Decision {
  const decision = decideReadings(policy, asked, headers);
  if (!decision.allowed || policy.credentialsOf(asked.host).length === 0) return decision;
  return denyCredentialed(asked) ?? decision;
}

const unknownAim = { scheme: "http", host: "", port: 0 } as const;

function isDenial(read: Request | Denial): read is Denial {
  return "allowed" in read;
}
