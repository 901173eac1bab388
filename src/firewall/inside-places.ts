import { UserError, exitCode } from "../shared/errors.ts";
import type { Settings } from "./config/read-settings.ts";
import type { Policy } from "./rules/policy.ts";

/** Where the command finds what leads out. */
export interface InsidePlaces {
  readonly proxyPort: number;
  /** Of the sidecar; absent without one. */
  readonly providerPort?: number;
  /** Ports at which a tool that knows no proxy is caught. */
  readonly caughtPorts: readonly number[];
}

const firstPort = 3128;

/** As many as the container's first process can listen at, besides the proxy's own port and the sidecar's. */
const mostPorts = 62;

/** The rules name more ports than can be listened at. */
export class TooManyPorts extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/**
 * Chooses ports: those that rules name are for the tools that go there by themselves.
 * @throws TooManyPorts
 */
export function choosePlaces(
  policy: Pick<Policy, "ports">,
  settings: Pick<Settings, "resolve" | "enableApiProxy">,
): InsidePlaces {
  const caught = new Set([80, 443, ...policy.ports, ...settings.resolve.map(({ port }) => port)]);
  if (caught.size > mostPorts) {
    throw new TooManyPorts(
      `The rules name ${caught.size} ports, 80 and 443 among them; a container listens at ${mostPorts} at most.`,
    );
  }
  const free = Array.from({ length: caught.size + 2 }, (_, index) => firstPort + index).filter(
    (port) => !caught.has(port),
  );
  const [proxyPort = firstPort, providerPort = firstPort + 1] = free;
  return {
    proxyPort,
    ...(settings.enableApiProxy && { providerPort }),
    // A program inside that wants one of the low ports for itself gets none; of the high ones it gets all but these.
    caughtPorts: [...caught],
  };
}

/** The variables by which tools find the proxy. */
export function proxyVariables({ proxyPort }: InsidePlaces): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${proxyPort}`;
  const past = "localhost,127.0.0.1,::1";
  const names = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: past };
  const lower = Object.entries(names).map(([name, value]) => [name.toLowerCase(), value] as const);
  // Node from 22.21 on looks at the variables when it is told to; an older one is caught.
  return { ...names, ...Object.fromEntries(lower), NODE_USE_ENV_PROXY: "1" };
}
