import { parseAddress } from "../../forge/parse-address.ts";
import { isLoopback } from "../../forge/host-profile.ts";
import { InvalidInput } from "../../shared/errors.ts";

/** The gatehouse package that a run installs, as built by `npm pack`, and its hash. */
export interface CliPin {
  readonly source: string;
  /** The hash in npm's format: `sha512-…` in base64. */
  readonly integrity: string;
}

export const sourceVariable = "GATEHOUSE_SOURCE";
export const integrityVariable = "GATEHOUSE_INTEGRITY";

const integrityShape = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Matches a URL without characters that are special in YAML, shells or expressions. Otherwise, an
 * expression in the URL could send a secret elsewhere.
 */
const plainAddress = /^https?:\/\/[\w.:[\]-]+\/(?:[\w.~:/?&=%+@,-]*[\w~/=-])?$/;

/** Explains why runs cannot use a package URL; undefined if the URL is valid. */
export function explainSource(source: string): string | undefined {
  const url = parseAddress(source);
  const isSafe =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  const isPlain = plainAddress.test(source) && url?.username === "" && url.password === "";
  return isSafe && isPlain ? undefined : `"${source}" is not a valid https package URL.`;
}

/** Explains why a package hash is invalid; undefined if it is valid. */
export function explainIntegrity(integrity: string): string | undefined {
  if (integrityShape.test(integrity)) return undefined;
  return `"${integrity}" is not a valid sha512 package integrity.`;
}

/** Explains why a pin is invalid; undefined if it is valid. */
export function explainPin({ source, integrity }: CliPin): string | undefined {
  return explainSource(source) ?? explainIntegrity(integrity);
}

/** @throws InvalidInput if a run could not download the package safely or could not verify it */
function requirePin(pin: CliPin): CliPin {
  const problem = explainPin(pin);
  if (problem !== undefined) throw new InvalidInput(problem, packAdvice);
  return pin;
}

/** Reads the pin from an existing control file; undefined if the file does not contain one. */
export function readPin(text: string): CliPin | undefined {
  const valueOf = (name: string) => new RegExp(`^ *${name}: (\\S+)$`, "m").exec(text)?.[1];
  const [source, integrity] = [valueOf(sourceVariable), valueOf(integrityVariable)];
  return source === undefined || integrity === undefined ? undefined : { source, integrity };
}

/**
 * Returns the pin from the command line or, if none is given, from the control file.
 * @throws InvalidInput if only one of the options is given, or if there is no pin
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
      ? "No gatehouse package is pinned for runs."
      : "--cli (package URL) and --integrity (its hash) must be used together.";
  throw new InvalidInput(what, packAdvice);
}

/** The steps that fix a missing or invalid pin. */
const packAdvice = [
  {
    text: "Build the package and upload it to a URL that runs can access; npm prints its integrity",
    command: "npm pack --json",
  },
  { text: "Then pass both once; the control file keeps them: --cli URL --integrity sha512-…" },
];
