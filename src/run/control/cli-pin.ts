import { parseAddress } from "../../forge/parse-address.ts";
import { isLoopback } from "../../forge/host-profile.ts";
import { InvalidInput } from "../../shared/errors.ts";

/** Which gatehouse a run brings: a package as `npm pack` makes it, and the hash of its bytes. */
export interface CliPin {
  readonly source: string;
  /** As npm writes it: `sha512-…` in base64. */
  readonly integrity: string;
}

export const sourceVariable = "GATEHOUSE_SOURCE";
export const integrityVariable = "GATEHOUSE_INTEGRITY";

const integrityShape = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * An address that is a plain value wherever it is put, in YAML, in a shell and to the forge, whose expressions have braces: by
 * one of them, a control file could send a secret away.
 */
const plainAddress = /^https?:\/\/[\w.:[\]-]+\/(?:[\w.~:/?&=%+@,-]*[\w~/=-])?$/;

/** Says what is wrong with an address that runs are to fetch the package from, or nothing. */
export function explainSource(source: string): string | undefined {
  const url = parseAddress(source);
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  const isPlain = plainAddress.test(source) && url?.username === "" && url.password === "";
  return isSafe && isPlain ? undefined : `"${source}" is no https address of a package.`;
}

/** Says what is wrong with the hash of a package's bytes, or nothing. */
export function explainIntegrity(integrity: string): string | undefined {
  if (integrityShape.test(integrity)) return undefined;
  return `"${integrity}" is no sha512 integrity of a package.`;
}

/** Says what is wrong with a pin, or nothing. */
export function explainPin({ source, integrity }: CliPin): string | undefined {
  return explainSource(source) ?? explainIntegrity(integrity);
}

/** @throws InvalidInput when a run could not fetch it safely, or not tell it from another one */
function requirePin(pin: CliPin): CliPin {
  const problem = explainPin(pin);
  if (problem !== undefined) throw new InvalidInput(problem, packAdvice);
  return pin;
}

/** What stands in a control file that was rendered before. */
export function readPin(text: string): CliPin | undefined {
  const valueOf = (name: string) => new RegExp(`^ *${name}: (\\S+)$`, "m").exec(text)?.[1];
  const [source, integrity] = [valueOf(sourceVariable), valueOf(integrityVariable)];
  return source === undefined || integrity === undefined ? undefined : { source, integrity };
}

/**
 * The pin of the command line, or else the one that a file has.
 * @throws InvalidInput for half of one, and where nothing tells one
 */
export function resolvePin(
  {
    cli,
    integrity,
  }: { readonly cli?: string | undefined; readonly integrity?: string | undefined },
  kept: CliPin | undefined,
): CliPin {
  if (cli === undefined && integrity === undefined && kept) return requirePin(kept);
  if (cli !== undefined && integrity !== undefined) return requirePin({ source: cli, integrity });
  const what =
    cli === undefined && integrity === undefined
      ? "Nothing says which gatehouse a run brings."
      : "--cli and --integrity belong together: an address, and the bytes that are there.";
  throw new InvalidInput(what, packAdvice);
}

/** What to do where nothing says which gatehouse a run brings. */
const packAdvice = [
  {
    say: "Build the package, and put it where runs can fetch it; npm prints its integrity",
    command: "npm pack --json",
  },
  { say: "Then name both, once; the control file keeps them: --cli URL --integrity sha512-…" },
];
