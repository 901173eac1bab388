import type { Settings } from "./config/read-settings.ts";
import type { Policy } from "./rules/policy.ts";
import { sshPort } from "./rules/ssh.ts";
import type { RuleProblem } from "./rules/rule-options.ts";

/** The proxy's ports inside the container. */
export interface InsidePlaces {
  readonly proxyPort: number;
  /** Port of the sidecar; undefined without a sidecar. */
  readonly providerPort?: number;
  /** Ports that capture connections of tools without proxy support. */
  readonly caughtPorts: readonly number[];
  /** Whether a rule names `[::1]`, where connections are not captured. */
  readonly proxiesIpv6?: boolean;
}

const firstPort = 3128;

/** The starter's limit of 64 ports minus 80, 443 and the proxy's own two ports. */
const mostPorts = 60;

type PortSettings = Pick<Settings, "resolve">;

/** Returns the captured ports: the default ports and those in rules and `--resolve`. */
function findCaught({ ports }: Pick<Policy, "ports">, { resolve }: PortSettings): Set<number> {
  return new Set([80, 443, ...ports, ...resolve.map(({ port }) => port)]);
}

/** Reports a problem if rules and `--resolve` name more ports than a container supports. */
export function findTooManyPorts(
  policy: Pick<Policy, "ports">,
  settings: PortSettings,
): readonly RuleProblem[] {
  const count = findCaught(policy, settings).size - 2;
  if (count <= mostPorts) return [];
  const problem = `are too many: a container supports ${mostPorts} in addition to 80 and 443`;
  return [{ id: "ports", text: `${count} ports`, problem }];
}

/**
 * Chooses the proxy's own ports. They differ from ports in rules, because tools connect directly to
 * the ports in rules.
 */
export function choosePlaces(
  policy: Pick<Policy, "ports" | "decideConnection">,
  settings: PortSettings & Pick<Settings, "enableApiProxy">,
): InsidePlaces {
  const caught = findCaught(policy, settings);
  // SSH is always denied. Capturing it gives the reason to the client and the log.
  if (caught.size < mostPorts + 2) caught.add(sshPort);
  const isAllowed = (port: number, scheme: "http" | "https") =>
    policy.decideConnection({ scheme, host: "::1", port }).allowed;
  const free = Array.from({ length: caught.size + 2 }, (_, index) => firstPort + index).filter(
    (port) => !caught.has(port),
  );
  const [proxyPort = firstPort, providerPort = firstPort + 1] = free;
  return {
    proxyPort,
    ...(settings.enableApiProxy && { providerPort }),
    // Programs in the container cannot listen on these ports, but can listen on all other high
    // ports.
    caughtPorts: [...caught],
    ...([...caught].some((port) => isAllowed(port, "http") || isAllowed(port, "https")) && {
      proxiesIpv6: true,
    }),
  };
}

/** Returns the environment variables through which tools find the proxy. */
export function proxyVariables({
  proxyPort,
  proxiesIpv6,
}: InsidePlaces): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${proxyPort}`;
  const past = proxiesIpv6 ? "localhost,127.0.0.1" : "localhost,127.0.0.1,::1";
  const names = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: past };
  const lower = Object.entries(names).map(([name, value]) => [name.toLowerCase(), value] as const);
  // NODE_USE_ENV_PROXY is not set, because Node 22 prints a warning for it. Node's connections are
  // captured instead.
  return { ...names, ...Object.fromEntries(lower) };
}
