import type { Fact } from "../../src/prompts/prompter.ts";

/** Comparison of the two filter modes. */
const modes: readonly (readonly [feature: string, names: string, addresses: string])[] = [
  ["filter", "DOMAIN (default)", "URL"],
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
