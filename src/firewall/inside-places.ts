import type { Settings } from "./config/read-settings.ts";
import type { Policy } from "./rules/policy.ts";
import type { RuleProblem } from "./rules/rule-options.ts";

/** Where the command finds what leads out. */
export interface InsidePlaces {
  readonly proxyPort: number;
  /** Of the sidecar; absent without one. */
  readonly providerPort?: number;
  /** Ports at which a tool that knows no proxy is caught. */
  readonly caughtPorts: readonly number[];
}

const firstPort = 3128;

/** As many as the container's first process can listen at, besides 80 and 443 and two ports of its own. */
const mostPorts = 60;

type PortSettings = Pick<Settings, "resolve">;

/** The ports at which tools are caught that know no proxy: those that rules and `--resolve` name, and the usual ones. */
function findCaught({ ports }: Pick<Policy, "ports">, { resolve }: PortSettings): Set<number> {
  return new Set([80, 443, ...ports, ...resolve.map(({ port }) => port)]);
}

/** What is wrong where rules and `--resolve` name more ports than a container can listen at. */
export function findTooManyPorts(
  policy: Pick<Policy, "ports">,
  settings: PortSettings,
): readonly RuleProblem[] {
  const count = findCaught(policy, settings).size - 2;
  if (count <= mostPorts) return [];
  const problem = `are too many: a container listens at ${mostPorts} besides 80 and 443`;
  return [{ id: "ports", text: `${count} ports`, problem }];
}

/** Chooses ports: those that rules name are for the tools that go there by themselves. */
export function choosePlaces(
  policy: Pick<Policy, "ports">,
  settings: PortSettings & Pick<Settings, "enableApiProxy">,
): InsidePlaces {
  const caught = findCaught(policy, settings);
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
