import { lookup, type LookupAddress } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import type { SecureContext } from "node:tls";
import { findForbiddenRange, isAllowable } from "./address-guard.ts";
import { connectThrough } from "./parent-proxy.ts";

/** The target of an allowed connection, before its name is resolved. */
export interface Origin {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /**
   * True if a rule names exactly this address or `localhost`, or if the provider's settings name
   * this host. Its addresses are allowed in any range.
   */
  readonly isListed: boolean;
}

/** One value of `--resolve`: the address to use for a host and port. */
export interface Resolve {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly toPort: number;
}

export interface DialOptions {
  readonly resolves: readonly Resolve[];
  readonly upstreamProxy?: URL | undefined;
  /** Returns the context for a TLS connection to the upstream proxy. */
  readonly context: () => SecureContext;
}

/** Thrown if a target does not have a public address and no rule names the target exactly. */
export class ForbiddenAddress extends Error {
  /** The option that would allow the address; undefined if the address should stay forbidden. */
  readonly suggestion: string | undefined;

  constructor(message: string, suggestion?: string) {
    super(message);
    this.suggestion = suggestion;
  }
}

export class DialTimeout extends Error {}

const patienceMs = 30_000;
const attemptMs = 250;

/**
 * Opens a TCP connection to an origin. Resolves and checks the address only once.
 * @throws ForbiddenAddress, DialTimeout, and the system's errors
 */
export async function dial(origin: Origin, options: DialOptions): Promise<Socket> {
  const { host, port } = origin;
  const named = options.resolves.find((entry) => entry.host === host && entry.port === port);
  const signal = AbortSignal.timeout(patienceMs);
  const isLocal = origin.isListed && isLoopback(host);
  // For an upstream proxy, a loopback address would be its own machine.
  if (!named && options.upstreamProxy && !isLocal) {
    vetLiteral(origin);
    return connectThrough(options.upstreamProxy, origin, { signal, context: options.context });
  }
  const addresses = named ? literal(named.address) : await findAddresses(origin, signal);
  return open(addresses, named?.toPort ?? port, signal);
}

function literal(address: string): LookupAddress[] {
  return [{ address, family: isIP(address) }];
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d+){3}$/.test(host);
}

function vetLiteral({ host, isListed }: Origin): void {
  const range = isIP(host) === 0 || isListed ? undefined : findForbiddenRange(host, ownAddresses());
  if (range) throw new ForbiddenAddress(`${host} is ${range}`);
}

async function findAddresses(origin: Origin, signal: AbortSignal): Promise<LookupAddress[]> {
  vetLiteral(origin);
  if (isIP(origin.host) !== 0) return literal(origin.host);
  // A resolver could return any address for this name.
  if (origin.isListed && isLoopback(origin.host))
    return ["127.0.0.1", "::1"].flatMap((address) => literal(address));
  const found = await resolveHost(origin.host, signal);
  if (origin.isListed) return found;
  const own = ownAddresses();
  const evaluated = found.map((one) => ({ one, range: findForbiddenRange(one.address, own) }));
  const vetted = evaluated.filter(({ range }) => range === undefined).map(({ one }) => one);
  if (vetted.length > 0) return vetted;
  // A name can have several forbidden addresses, of which only some can be allowed.
  const allowable = evaluated.find(({ range }) => range !== undefined && isAllowable(range));
  const [first] = allowable ? [allowable] : evaluated;
  throw new ForbiddenAddress(
    `${origin.host} resolves to ${first?.one.address ?? "no address"}, which is ${first?.range ?? "none"}`,
    allowable && formatResolve(origin, allowable.one),
  );
}

function formatResolve({ host, port }: Origin, { address, family }: LookupAddress): string {
  return `--resolve ${host}:${port}:${family === 6 ? `[${address}]` : address}`;
}

function resolveHost(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DialTimeout(`resolving ${host} timed out`));
    signal.addEventListener("abort", stop, { once: true });
    lookup(host, { all: true, order: "verbatim" }, (error, addresses) => {
      signal.removeEventListener("abort", stop);
      if (error) reject(error);
      else resolve(addresses);
    });
  });
}

/**
 * Tries all addresses. If one does not respond within a short time, the next one is tried in
 * parallel (RFC 8305).
 */
function open(addresses: LookupAddress[], port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const vetted: LookupFunction = (_host, { all }, give) => {
      const [first] = addresses;
      if (all || !first) give(null, addresses);
      else give(null, first.address, first.family);
    };
    const socket = connect({
      // A placeholder that is never resolved, because `vetted` provides the addresses. If the host
      // were an address, Node would not call `vetted`.
      host: "vetted.invalid",
      port,
      lookup: vetted,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
    });
    const stop = () => socket.destroy(new DialTimeout("connecting timed out"));
    const fail = (error: Error) => {
      signal.removeEventListener("abort", stop);
      reject(error);
    };
    signal.addEventListener("abort", stop, { once: true });
    // `fail` stays attached, because an error before the caller listens would otherwise be
    // unhandled.
    socket.on("error", fail).once("connect", () => {
      signal.removeEventListener("abort", stop);
      resolve(socket);
    });
  });
}

function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return new Set(all.map(({ address }) => address));
}
