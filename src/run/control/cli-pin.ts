import { parseAddress } from "../../forge/parse-address.ts";
import { isLoopback } from "../../forge/host-profile.ts";
import { brands } from "../../forge/brand.ts";
import type { Brand } from "../../forge/brand.ts";
import { InvalidInput } from "../../shared/errors.ts";

/** The gatehouse package that a run installs, as built by `npm pack`, and its hash. */
export interface CliPin {
  /** URL of the package, or the path of a package that the control repository contains. */
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

/** Returns the directory of the control repository that can contain the package. */
export function packageFolder({ folder }: Brand): string {
  return `${folder}/gatehouse`;
}

/** Returns whether a package is a file of the control repository, not a URL. */
export function isCommitted(source: string): boolean {
  return Object.values(brands).some((brand) => {
    const name = source.startsWith(`${packageFolder(brand)}/`)
      ? source.slice(packageFolder(brand).length + 1)
      : "";
    return /^\w[\w.-]*\.tgz$/.test(name);
  });
}

/** Explains why runs cannot use a package source; undefined if the source is valid. */
export function explainSource(source: string): string | undefined {
  if (isCommitted(source)) return undefined;
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

/**
 * Reads the pin from an existing control file, or from a workflow that was compiled with it;
 * undefined if the file does not contain one.
 */
export function readPin(text: string): CliPin | undefined {
  // A compiler may quote the values.
  const valueOf = (name: string) =>
    new RegExp(`^ *${name}: (["']?)(\\S+)\\1$`, "m").exec(text)?.[2];
  const [source, integrity] = [valueOf(sourceVariable), valueOf(integrityVariable)];
  return source === undefined || integrity === undefined ? undefined : { source, integrity };
}

/** Returns whether two pins are for the same package. */
export function isSamePin(one: CliPin, other: CliPin): boolean {
  return one.source === other.source && one.integrity === other.integrity;
}

/**
 * Returns the pin in a control file if a run can use it. Other users can edit the file, so it may
 * contain anything.
 */
export function readUsablePin(text: string | undefined): CliPin | undefined {
  const pin = text === undefined ? undefined : readPin(text);
  return pin && explainPin(pin) === undefined ? pin : undefined;
}

/** The package options of a command: the source and the hash. */
export interface PinOptions {
  readonly cli?: string | undefined;
  readonly integrity?: string | undefined;
}

/**
 * Returns the pin from the command line or, if none is given, an existing pin; undefined if there
 * is neither.
 * @throws InvalidInput if only one of the options is given, or if the pin is invalid
 */
export function findPin(
  { cli, integrity }: PinOptions,
  kept: CliPin | undefined,
): CliPin | undefined {
  if (cli === undefined && integrity === undefined) return kept && requirePin(kept);
  if (cli !== undefined && integrity !== undefined) return requirePin({ source: cli, integrity });
  throw new InvalidInput(
    "--cli (package URL) and --integrity (its hash) must be used together.",
    packAdvice,
  );
}

/** @throws InvalidInput as `findPin` does, and if there is no pin */
export function resolvePin(options: PinOptions, kept: CliPin | undefined): CliPin {
  const pin = findPin(options, kept);
  if (pin) return pin;
  throw new InvalidInput("No gatehouse package is pinned for runs.", packAdvice);
}

/** The steps that fix a missing or invalid pin. */
const packAdvice = [
  {
    text: "Build the package and upload it to a URL that runs can access; npm prints its integrity",
    command: "npm pack --json",
  },
  { text: "Then pass both once; the control file keeps them: --cli URL --integrity sha512-…" },
];
