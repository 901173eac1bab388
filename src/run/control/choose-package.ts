import { InvalidInput } from "../../shared/errors.ts";
import { findPin } from "./cli-pin.ts";
import type { CliPin, PinOptions } from "./cli-pin.ts";
import { findPublished, packOwn } from "./own-package.ts";
import type { OwnPackage, PackedPackage } from "./own-package.ts";

export interface PackageOptions extends PinOptions {
  readonly pack?: boolean;
}

interface Choice {
  readonly own: OwnPackage;
  /** Pin of the existing control file. */
  readonly kept: CliPin | undefined;
  /** Command that packs the running gatehouse. */
  readonly packing: string;
}

/**
 * Chooses the package for runs: the one from the command line, the running gatehouse with `--pack`,
 * the existing pin, or the published version.
 * @returns a pin, or a package that still has to be written to the control repository
 * @throws InvalidInput if there is none
 */
export async function choosePackage(
  { pack = false, cli, integrity }: PackageOptions,
  { own, kept, packing }: Choice,
): Promise<CliPin | PackedPackage> {
  if (pack && (cli ?? integrity) !== undefined) {
    throw new InvalidInput("--pack cannot be used with --cli or --integrity.");
  }
  if (pack) return packOwn(own);
  const pin = findPin({ cli, integrity }, kept);
  if (pin) return pin;
  if (own.isPublished) return findPublished(own);
  throw new InvalidInput("No gatehouse package is pinned for runs.", [
    { text: "Have runs install this gatehouse", command: packing },
    { text: "Or pass a package once: --cli URL --integrity sha512-…" },
  ]);
}
