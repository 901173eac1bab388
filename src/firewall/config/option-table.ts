/** One option of a run: on the command line `--NAME`, in a rules file the key `NAME`. */
export interface OptionEntry {
  readonly name: string;
  /**
   * - `flag`: yes or no
   * - `text`: one value; the last one counts
   * - `choice`: one of `choices`
   * - `seconds`: a positive number
   * - `size`: bytes, or a number with a unit
   * - `count`: a whole number
   * - `list`: values parted by commas, or several
   * - `texts`: several values, which may hold commas
   */
  readonly kind: "flag" | "text" | "choice" | "seconds" | "size" | "count" | "list" | "texts";
  /** How a value is called in the help: `<list>`. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Whether it says what may pass, and not how the run is made. */
  readonly isRule?: true;
  readonly description: string;
}

/** Every option that a rules file may have. The command line, the published schema and the merge are made of it. */
export const optionTable = [
  {
    name: "allow-domains",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "domains that may be reached, with their subdomains",
  },
  {
    name: "block-domains",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "domains that may not; wins over everything",
  },
  {
    name: "ssl-bump",
    kind: "flag",
    isRule: true,
    description: "intercept HTTPS, so that whole URLs are seen",
  },
  {
    name: "allow-urls",
    kind: "list",
    value: "<list>",
    isRule: true,
    description: "URL patterns that may be asked for; needs --ssl-bump",
  },
  {
    name: "strict-urls",
    kind: "flag",
    isRule: true,
    description: "ask for a pattern for every HTTPS request; needs --ssl-bump",
  },
  {
    name: "log-level",
    kind: "choice",
    value: "<level>",
    choices: ["error", "warn", "info", "debug"],
    description: "how much is said; debug shows full URLs",
  },
  { name: "env-all", kind: "flag", description: "hand the whole environment on" },
  {
    name: "exclude-env",
    kind: "list",
    value: "<name...>",
    description: "variables that are not handed on, whatever else is",
  },
  {
    name: "env",
    kind: "texts",
    value: "<name=value...>",
    description: "variables to set inside",
  },
  {
    name: "enable-api-proxy",
    kind: "flag",
    description: "keep the provider's credential outside, in a sidecar",
  },
  {
    name: "proxy-logs-dir",
    kind: "text",
    value: "<folder>",
    description: "where the access log is kept",
  },
  {
    name: "mount",
    kind: "texts",
    value: "<src:dst:ro...>",
    description: "folders or files to show inside; :ro for read-only",
  },
  {
    name: "container-workdir",
    kind: "text",
    value: "<folder>",
    description: "working folder inside (default: the present one)",
  },
  {
    name: "runtime",
    kind: "choice",
    value: "<name>",
    choices: ["auto", "bubblewrap", "docker", "podman"],
    description: "what makes the container (default: auto)",
  },
  {
    name: "image",
    kind: "text",
    value: "<name>",
    description: "image for docker or podman (default: the system's own folders)",
  },
  {
    name: "upstream-proxy",
    kind: "text",
    value: "<url>",
    description: "proxy that leads out",
  },
  {
    name: "upstream-ca",
    kind: "text",
    value: "<file>",
    description: "roots to trust besides Node's own, where the proxy connects",
  },
  {
    name: "resolve",
    kind: "list",
    value: "<host:port:address...>",
    description: "where the proxy dials for a host and port; the rules decide all the same",
  },
  {
    name: "contact",
    kind: "text",
    value: "<who>",
    description: "whom a denial tells to ask (default: the operator)",
  },
  {
    name: "timeout",
    kind: "seconds",
    value: "<seconds>",
    description: "end the command after so long, with 124",
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
    description: "maximum number of processes and threads; 0 for no limit (default: 4096)",
  },
  {
    name: "disk",
    kind: "size",
    value: "<size>",
    description: "size of each in-memory directory; 0 for no limit (default: 15%)",
  },
] as const satisfies readonly OptionEntry[];

export type OptionName = (typeof optionTable)[number]["name"];

/** The entry of each option, by its name. */
export const optionEntries: ReadonlyMap<string, OptionEntry & { readonly name: OptionName }> =
  new Map(optionTable.map((entry) => [entry.name, entry]));

/** One value of an option, as it was written. */
export interface WrittenOption {
  readonly name: OptionName;
  readonly value: string | number | boolean;
  /** Where: `--allow-urls 2`, `rules.yml:14:3`. */
  readonly id: string;
  /** Of a rule in a file: why it is there. */
  readonly note?: string;
  /** Of a rule in a file: the methods that it covers. */
  readonly methods?: readonly string[];
}
