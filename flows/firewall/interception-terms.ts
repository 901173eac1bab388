import type { Fact } from "../../src/prompts/prompter.ts";

/** How the two ways of looking compare: by names, and by addresses. */
const modes: readonly (readonly [feature: string, names: string, addresses: string])[] = [
  ["you choose", "NAMES (default)", "ADDRESSES"],
  ["filters by", "domain", "domain and path"],
  ["encryption", "untouched", "ends at the proxy"],
  ["pinned clients", "work", "fail"],
  ["speed", "faster", "slightly slower"],
  ["log shows", "host:port", "full URLs"],
];

const columnWidth = 16;

export const comparedModes: readonly Fact[] = modes.map(([name, names, addresses]) => ({
  name,
  text: `${names.padEnd(columnWidth)} | ${addresses}`,
}));

/** What interception is not for, and what its key could do. @see spec/firewall.md, "Limits" */
export const interceptionTerms: readonly Fact[] = [
  { name: "Not for", text: "Environments that several tenants share." },
  { name: "Not for", text: "Untrusted code, or AI agents that are not trusted." },
  { name: "Not for", text: "Machines where several users share /tmp." },
  { name: "Not for", text: "Critical workloads in production." },
  { name: "Suits", text: "One developer, CI with a trusted workload, trying URL rules out." },
  { name: "Key", text: "For 1 day at most, it can pose as any site to the agent." },
  { name: "Key", text: "Other users of the machine may read /tmp." },
  { name: "Key", text: "Whoever gets out of the container can reach it." },
  { name: "Key", text: "Whoever takes over the proxy has it." },
  { name: "Key", text: "After SIGKILL it may be left behind." },
  { name: "Here", text: "The key is one session's alone, in memory, and ends with it." },
];
