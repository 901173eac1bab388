import { engineNames } from "./engine-recipes.ts";

/** One option of a run: `--NAME` on the command line, the key `NAME` in a rules file. */
export interface OptionEntry {
  readonly name: string;
  /**
   * - `flag`: yes or no
   * - `text`: one value; the last one takes effect
   * - `choice`: one of `choices`
   * - `seconds`: a positive number
   * - `size`: bytes, or a number with a unit
   * - `count`: a whole number
   * - `flag or size`: yes or no, or bytes; on the command line, `=` precedes the bytes
   * - `list`: one or more values, separated by commas
   * - `texts`: one or more values, which may contain commas
   */
  readonly kind:
    "flag" | "text" | "choice" | "seconds" | "size" | "count" | "flag or size" | "list" | "texts";
  /** Placeholder of the value in the help: `<list>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** True if the option controls what the command can access. Other options configure the run. */
  readonly isRule?: true;
  readonly description: string;
}

/**
 * All options that a rules file may contain. The command line, the published schema and the merging
 * of files are derived from this table.
 */
export const optionTable = [
  {
    name: "allow-domains",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "allowed domains, including their subdomains",
  },
  {
    name: "block-domains",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "blocked domains; take precedence over all other rules",
  },
  {
    name: "ssl-bump",
    kind: "flag",
    isRule: true,
    description: "intercept HTTPS to filter complete URLs",
  },
  {
    name: "allow-urls",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "allowed URL patterns; requires --ssl-bump",
  },
  {
    name: "strict-urls",
    kind: "flag",
    isRule: true,
    description: "require a pattern for every HTTPS request; requires --ssl-bump",
  },
  {
    name: "intercept",
    kind: "choice",
    value: "<hosts>",
    choices: ["all", "only-ruled"],
    isRule: true,
    description: "HTTPS hosts to intercept",
  },
  {
    name: "splice",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "domains never to intercept, for pinned certificates",
  },
  {
    name: "engine",
    kind: "choice",
    value: "<name>",
    choices: engineNames,
    isRule: true,
    description: "agent to configure: its hosts, variables and key",
  },
  {
    name: "hide",
    kind: "list",
    value: "<path...>",
    isRule: true,
    description: "paths to hide, relative to the working directory",
  },
  {
    name: "read",
    kind: "list",
    value: "<path...>",
    isRule: true,
    description: "paths in the working directory that are read-only",
  },
  {
    name: "write",
    kind: "list",
    value: "<path...>",
    isRule: true,
    description: "the only writable paths in the working directory",
  },
  {
    name: "budget",
    kind: "list",
    value: "<limits>",
    isRule: true,
    description: "limits such as requests=500,upload=50MB,minutes=30",
  },
  {
    name: "log-level",
    kind: "choice",
    value: "<level>",
    choices: ["error", "warn", "info", "debug"],
    description: "log level (debug includes full URLs)",
  },
  { name: "env-all", kind: "flag", description: "pass the complete environment to the command" },
  {
    name: "exclude-env",
    kind: "list",
    value: "<name...>",
    description: "variables to withhold, even if another option passes them",
  },
  {
    name: "env",
    kind: "texts",
    value: "<name[=value]...>",
    description: "variables to set for the command, or to copy if there is no value",
  },
  {
    name: "enable-api-proxy",
    kind: "flag",
    description: "keep the provider's credential outside the container, in a sidecar",
  },
  {
    name: "proxy-logs-dir",
    kind: "text",
    value: "<directory>",
    description: "directory for the access log",
  },
  {
    name: "log-bodies",
    kind: "flag or size",
    value: "<bytes>",
    description: "also log bodies, which may contain secrets; requires --ssl-bump",
  },
  {
    name: "mount",
    kind: "texts",
    value: "<src:dst:ro...>",
    description: "directories or files to mount; :ro for read-only",
  },
  {
    name: "container-workdir",
    kind: "text",
    value: "<directory>",
    description: "working directory (default: the current directory)",
  },
  {
    name: "runtime",
    kind: "choice",
    value: "<name>",
    choices: ["auto", "bubblewrap", "docker", "podman"],
    description: "runtime that creates the container (default: auto)",
  },
  {
    name: "image",
    kind: "text",
    value: "<name>",
    description: "image for docker or podman (default: the host's system directories)",
  },
  {
    name: "upstream-proxy",
    kind: "text",
    value: "<url>",
    description: "proxy for outgoing connections",
  },
  {
    name: "upstream-ca",
    kind: "text",
    value: "<file>",
    description: "additional root certificates for the proxy's connections",
  },
  {
    name: "resolve",
    kind: "list",
    value: "<host:port:address...>",
    description: "address to use for a host and port; the rules still apply",
  },
  {
    name: "contact",
    kind: "text",
    value: "<who>",
    description: "contact to show in denials (default: the operator)",
  },
  {
    name: "timeout",
    kind: "seconds",
    value: "<seconds>",
    description: "seconds after which the command is stopped (exit code 124)",
  },
  {
    name: "memory",
    kind: "size",
    value: "<size>",
    description: "memory limit; 0 for no limit (default: 75% of the machine's)",
  },
  {
    name: "pids",
    kind: "count",
    value: "<n>",
    description: "limit on processes and threads; 0 for no limit (default: 4096)",
  },
  {
    name: "disk",
    kind: "size",
    value: "<size>",
    description: "limit per in-memory directory; 0 for no limit (default: 15% of memory)",
  },
] as const satisfies readonly OptionEntry[];

export type OptionName = (typeof optionTable)[number]["name"];

/** Option entries by option name. */
export const optionEntries: ReadonlyMap<string, OptionEntry & { readonly name: OptionName }> =
  new Map(optionTable.map((entry) => [entry.name, entry]));

/** One value that was specified for an option. */
export interface WrittenOption {
  readonly name: OptionName;
  readonly value: string | number | boolean;
  /** Location, such as `--allow-urls 2` or `rules.yml:14:3`. */
  readonly id: string;
  /** Reason for a rule. Only rules in a file can have a reason. */
  readonly note?: string;
  /** Methods that a rule covers. Only rules in a file can list methods. */
  readonly methods?: readonly string[];
}
