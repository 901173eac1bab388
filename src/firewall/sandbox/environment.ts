import { childEnvironment } from "../../shared/child-environment.ts";
import { programPath } from "../../shared/program-path.ts";

/** What a command gets without being told more: where it is, how it speaks. None of these is a credential. */
const chosen = new Set("PATH HOME USER LOGNAME SHELL LANG TERM COLORTERM TZ PWD CI".split(" "));
/** Whoever called sudo is nobody's business inside; Node's channel is ours. */
const neverInside = /^(SUDO_|NODE_CHANNEL_)/;

export interface EnvironmentOptions {
  /** `--env-all`. */
  readonly all: boolean;
  /** `--exclude-env`: these never get in, whoever else names them. */
  readonly excluded: readonly string[];
  /** `--env`. */
  readonly given: Readonly<Record<string, string>>;
  /** Ours: proxy, trust, sidecar. They win over everything. */
  readonly ours: Readonly<Record<string, string>>;
}

/** The variables of the command. */
export function commandEnvironment(
  env: NodeJS.ProcessEnv,
  wishes: EnvironmentOptions,
): Readonly<Record<string, string>> {
  const excluded = new Set(wishes.excluded);
  const inherited = Object.entries(env).filter(
    ([name]) =>
      !neverInside.test(name) && (wishes.all || chosen.has(name) || name.startsWith("LC_")),
  );
  const kept = [...inherited, ...Object.entries(wishes.given)].filter(
    ([name]) => !excluded.has(name),
  );
  const entries = [...kept, ...Object.entries(wishes.ours)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/** What docker and podman are steered by; neither gets anything else of the caller's. */
const ofEngines = /^(DOCKER|CONTAINER|CONTAINERS|PODMAN|REGISTRY)_/;

/** The variables of a runtime's own process. A token in its environment would be seen by whoever looks at it. */
export function runtimeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => ofEngines.test(name));
  // podman looks there for programs that help it.
  const path = env["PATH"] === undefined ? {} : { PATH: programPath(env["PATH"]) };
  return { ...childEnvironment(env), ...Object.fromEntries(own), ...path };
}

/** The variables as the starter takes them: each ended by a NUL, as hexadecimal digits. */
export function encodeEnvironment(environment: Readonly<Record<string, string>>): string {
  const text = Object.entries(environment).map(([name, value]) => `${name}=${value}\0`);
  return Buffer.from(text.join("")).toString("hex");
}
