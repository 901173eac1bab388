import type { Option } from "./command.ts";

/*
 * Options that several commands share.
 */

export const repo = {
  value: "owner/repo",
  summary: "control repository (default: this folder's remote)",
} as const satisfies Option;

export const host = {
  value: "host",
  summary: 'the forge\'s host, or "emulator"',
  default: "github.com",
  offers: ["github.com", "emulator"],
} as const satisfies Option;

export const brand = {
  value: "name",
  summary: "spelling of the forge: forge or github (default: by the host)",
  offers: ["forge", "github"],
} as const satisfies Option;

/** Spelling of a definition. */
export const definitionBrand = {
  ...brand,
  summary: "whose words definitions use: forge or github",
} as const satisfies Option;

export const open = {
  isNegated: true,
  summary: "print links instead of opening them",
} as const satisfies Option;

export const plain = { summary: "plain lines instead of screens" } as const satisfies Option;

export const answers = {
  value: "file",
  summary: "take the answers from a JSON file; ask nobody",
} as const satisfies Option;

export const port = {
  value: "port",
  summary: "port of the page on 127.0.0.1 (default: the system chooses)",
  default: "0",
} as const satisfies Option;

export const environment = {
  value: "name",
  summary: "the PAT's environment (default: as the settings say)",
} as const satisfies Option;

export const json = { summary: "print one JSON document" } as const satisfies Option;

export const outcomeJson = {
  summary: "print the outcome as one JSON document",
} as const satisfies Option;

export const org = {
  value: "address",
  summary: "the service's organization; default: the clone's remote",
} as const satisfies Option;

export const project = {
  value: "name",
  summary: "its project; default: the clone's remote",
} as const satisfies Option;

export const logsDir = {
  value: "dir",
  summary: "the folder of the log (default: your newest in /tmp)",
} as const satisfies Option;

/** The package of gatehouse that a workflow run installs. */
export const cli = {
  value: "url",
  summary: "package of gatehouse that a run brings (default: as the file has it)",
} as const satisfies Option;

export const integrity = {
  value: "hash",
  summary: "its sha512 integrity, as npm pack --json prints it",
} as const satisfies Option;

/** The host whose spelling a written file has. */
export const fileHost = {
  value: "host",
  summary: "the forge's host",
  default: "github.com",
  offers: host.offers,
} as const satisfies Option;

export const fileBrand = {
  ...brand,
  summary: "spelling of the forge: forge or github (default: by the folder)",
} as const satisfies Option;
