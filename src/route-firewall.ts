/** What `gatehouse firewall` can be asked for. */
export const firewallVerbs = [
  "run",
  "setup",
  "check",
  "doctor",
  "pull",
  "logs",
  "watch",
  "sessions",
  "schema",
] as const;

export type FirewallVerb = (typeof firewallVerbs)[number];

/** Spells a line with its verb. What begins with none is a run: `firewall -- check` runs a program of that name. */
export function routeFirewall(argv: readonly string[]): readonly string[] {
  const [firewall = "firewall", first, ...others] = argv;
  if (first === undefined) return [firewall, "--help"];
  if (first === "help" || firewallVerbs.some((verb) => verb === first)) return argv;
  if (first === "--watch") return [firewall, "watch", ...others];
  const asksForHelp = (first === "-h" || first === "--help") && others.length === 0;
  return asksForHelp ? argv : [firewall, "run", first, ...others];
}

/** Whether a line runs a command behind the firewall. */
export function isRun(argv: readonly string[]): boolean {
  return argv[0] === "firewall" && routeFirewall(argv)[1] === "run";
}
