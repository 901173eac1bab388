import type { Option } from "./command.ts";

/*
 * Options that several commands share.
 */

export const repo = {
  value: "owner/repo",
  summary: "control repository (default: from the Git remote)",
} as const satisfies Option;

export const host = {
  value: "host",
  summary: 'GitHub host, or "emulator"',
  default: "github.com",
  offers: ["github.com", "emulator"],
} as const satisfies Option;

export const brand = {
  value: "name",
  summary: "naming convention: forge or github (default: from the host)",
  offers: ["forge", "github"],
} as const satisfies Option;

/** Naming convention of agent definitions. */
export const definitionBrand = {
  ...brand,
  summary: "naming convention for definitions: forge or github",
} as const satisfies Option;

export const open = {
  isNegated: true,
  summary: "print links instead of opening them",
} as const satisfies Option;

export const plain = { summary: "use plain lines instead of screens" } as const satisfies Option;

export const answers = {
  value: "file",
  summary: "read the answers from a JSON file and never prompt",
} as const satisfies Option;

export const port = {
  value: "port",
  summary: "port of the local page on 127.0.0.1 (default: any free port)",
  default: "0",
} as const satisfies Option;

export const environment = {
  value: "name",
  summary: "environment in which the PAT is stored (default: from settings)",
} as const satisfies Option;

export const json = { summary: "output as JSON" } as const satisfies Option;

export const outcomeJson = {
  summary: "output the result as JSON",
} as const satisfies Option;

export const org = {
  value: "address",
  summary: "Azure DevOps organization (default: from the clone's remote)",
} as const satisfies Option;

export const project = {
  value: "name",
  summary: "Azure DevOps project (default: from the clone's remote)",
} as const satisfies Option;

export const logsDir = {
  value: "dir",
  summary: "log directory (default: your newest one in /tmp)",
} as const satisfies Option;

/** The gatehouse package that a workflow run installs. */
export const cli = {
  value: "url",
  summary: "URL of the gatehouse package (default: from the existing file)",
} as const satisfies Option;

export const integrity = {
  value: "hash",
  summary: "sha512 of the gatehouse package, as printed by npm pack --json",
} as const satisfies Option;

/** The host whose naming convention a generated file uses. */
export const fileHost = {
  value: "host",
  summary: "GitHub host",
  default: "github.com",
  offers: host.offers,
} as const satisfies Option;

export const fileBrand = {
  ...brand,
  summary: "naming convention: forge or github (default: from .github or .forge)",
} as const satisfies Option;
