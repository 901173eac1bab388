import { childEnvironment } from "../../shared/child-environment.ts";
import { programPath } from "../../shared/program-path.ts";

/**
 * Variables that a command receives by default, such as its paths and language. None of them is a
 * credential.
 */
const chosen = new Set("PATH HOME USER LOGNAME SHELL LANG TERM COLORTERM TZ PWD CI".split(" "));
/**
 * Variables that the command never receives: the caller of sudo must stay hidden, and Node's
 * channel and the minter belong to gatehouse.
 */
const neverInside = /^(SUDO_|NODE_CHANNEL_|GATEHOUSE_MINTER$)/;

/** Variables that name the directory for temporary files. */
const temporary = new Set(["TMPDIR", "TMP", "TEMP"]);

export interface EnvironmentOptions {
  /** Variables that all other variables override. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** True for `--env-all`. */
  readonly all: boolean;
  /**
   * Names in `--exclude-env`. The command never receives these variables, even if `--env` names
   * them.
   */
  readonly excluded: readonly string[];
  /** Returns whether a path is a directory in the container that the command can write to. */
  readonly isWritable: (path: string) => boolean;
  /** Variables set with `--env`; undefined if a copied variable is not set outside. */
  readonly given: Readonly<Record<string, string | undefined>>;
  /**
   * gatehouse's own variables for the proxy, certificates and the sidecar. They override all
   * others.
   */
  readonly ours: Readonly<Record<string, string>>;
}

/** Returns a variable that the command may receive from the firewall's own environment. */
export function outside(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return neverInside.test(name) ? undefined : env[name];
}

export function commandEnvironment(
  env: NodeJS.ProcessEnv,
  options: EnvironmentOptions,
): Readonly<Record<string, string>> {
  const excluded = new Set(options.excluded);
  const inherited = Object.entries(env).filter(
    ([name, value]) =>
      !neverInside.test(name) &&
      (options.all || chosen.has(name) || name.startsWith("LC_")) &&
      // Programs fail if this directory is missing. Without the variable, they use /tmp.
      (!temporary.has(name) || value === undefined || options.isWritable(value)),
  );
  const defaults = Object.entries(options.defaults ?? {});
  const kept = [...defaults, ...inherited, ...Object.entries(options.given)].filter(
    ([name]) => !excluded.has(name),
  );
  const entries = [...kept, ...Object.entries(options.ours)];
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}

/** Variables that configure docker and podman. The engines receive only these and a few others. */
const ofEngines = /^(DOCKER|CONTAINER|CONTAINERS|PODMAN|REGISTRY)_/;

/**
 * Returns the variables for a runtime's own process. They do not contain tokens, because other
 * programs could read them from the process's environment.
 */
export function runtimeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => ofEngines.test(name));
  // podman searches PATH for its own helper programs.
  const path = env["PATH"] === undefined ? {} : { PATH: programPath(env["PATH"]) };
  return { ...childEnvironment(env), ...Object.fromEntries(own), ...path };
}

/** Encodes the variables for the starter: hexadecimal, with a NUL after each variable. */
export function encodeEnvironment(environment: Readonly<Record<string, string>>): string {
  const text = Object.entries(environment).map(([name, value]) => `${name}=${value}\0`);
  return Buffer.from(text.join("")).toString("hex");
}
