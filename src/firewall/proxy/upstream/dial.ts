import { lookup, type LookupAddress } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { findForbiddenRange } from "./address-guard.ts";
import { connectThrough } from "./parent-proxy.ts";

/** Where a connection goes: decided, and not looked up yet. */
export interface Origin {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /** True where somebody named this very address, or the provider: wherever it is, it is meant. */
  readonly isListed: boolean;
}

/** `--resolve`: where the proxy dials for a host and port. */
export interface Resolve {
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly toPort: number;
}

export interface DialOptions {
  readonly resolves: readonly Resolve[];
  readonly upstreamProxy?: URL | undefined;
}

/** The name leads to an address that no rule can mean. */
export class ForbiddenAddress extends Error {}

/** Nobody answered in time. */
export class DialTimeout extends Error {}

const patienceMs = 30_000;
const attemptMs = 250;

/**
 * Opens a TCP connection to an origin, at an address that was looked up and vetted once.
 * @throws ForbiddenAddress, DialTimeout, and what the system says
 */
export async function dial(origin: Origin, options: DialOptions): Promise<Socket> {
  const { host, port } = origin;
  const named = options.resolves.find((entry) => entry.host === host && entry.port === port);
  const signal = AbortSignal.timeout(patienceMs);
  if (!named && options.upstreamProxy) {
    vetLiteral(origin);
    return connectThrough(options.upstreamProxy, origin, signal);
  }
  const addresses = named ? literal(named.address) : await findAddresses(origin, signal);
  return open(addresses, named?.toPort ?? port, signal);
}

function literal(address: string): LookupAddress[] {
  return [{ address, family: isIP(address) }];
}

function vetLiteral({ host, isListed }: Origin): void {
  const range = isIP(host) === 0 || isListed ? undefined : findForbiddenRange(host, ownAddresses());
  if (range) throw new ForbiddenAddress(`${host} is ${range}`);
}

async function findAddresses(origin: Origin, signal: AbortSignal): Promise<LookupAddress[]> {
  vetLiteral(origin);
  if (isIP(origin.host) !== 0) return literal(origin.host);
  const found = await lookUp(origin.host, signal);
  if (origin.isListed) return found;
  const own = ownAddresses();
  const judged = found.map((one) => ({ one, range: findForbiddenRange(one.address, own) }));
  const vetted = judged.filter(({ range }) => range === undefined).map(({ one }) => one);
  if (vetted.length > 0) return vetted;
  const [first] = judged;
  throw new ForbiddenAddress(
    `${origin.host} leads to ${first?.one.address ?? "no address"}, which is ${first?.range ?? "none"}`,
  );
}

function lookUp(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DialTimeout(`${host} was not found in time`));
    signal.addEventListener("abort", stop, { once: true });
    lookup(host, { all: true, order: "verbatim" }, (error, addresses) => {
      signal.removeEventListener("abort", stop);
      if (error) reject(error);
      else resolve(addresses);
    });
  });
}

/** Tries all addresses, the next one when the one before has not answered after a moment (RFC 8305). */
function open(addresses: LookupAddress[], port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const vetted: LookupFunction = (_host, { all }, give) => {
      const [first] = addresses;
      if (all || !first) give(null, addresses);
      else give(null, first.address, first.family);
    };
    const socket = connect({
      // Never looked up: `vetted` answers. An address would keep it from being asked.
      host: "vetted.invalid",
      port,
      lookup: vetted,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
    });
    const stop = () => socket.destroy(new DialTimeout("no answer in time"));
    const fail = (error: Error) => {
      signal.removeEventListener("abort", stop);
      reject(error);
    };
    signal.addEventListener("abort", stop, { once: true });
    // `fail` stays: until the caller listens, an error would have no listener.
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
