import { choosePackage } from "../run/control/choose-package.ts";
import type { PackageOptions } from "../run/control/choose-package.ts";
import { checkControl } from "../run/control/check-control.ts";
import { readPin, readUsablePin } from "../run/control/cli-pin.ts";
import { controlFilePath, renderControlFile } from "../run/control/control-file.ts";
import {
  readControlFile,
  readPlan,
  readSources,
  requireProfile,
  writeControlFileHere,
  writePackageHere,
} from "../run/control/control-folder.ts";
import { findLineChanges } from "../run/control/line-changes.ts";
import { printRows } from "../terminal/paint.ts";
import { exitCode, Incomplete, InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { forgeWords } from "./forge-words.ts";
import { printJson } from "./outcomes/print-json.ts";
import { ownPackage } from "./own-package.ts";
import { spellingOf, type SpellingOptions } from "./spelling-of.ts";
import { findingRows, renderedRows, toCheckDocument } from "./outcomes/print-control.ts";

export interface CheckOptions extends SpellingOptions {
  readonly repo?: string;
  readonly json?: boolean;
}

export interface RenderOptions extends CheckOptions, PackageOptions {
  readonly profile?: string;
  readonly commit?: boolean;
}

/** Runs `gatehouse control render`. */
export async function runRender(options: RenderOptions): Promise<void> {
  if (options.commit === true) {
    throw new InvalidInput("--commit requires --repo. In a clone, commit the file with git.");
  }
  const folder = process.cwd();
  const brand = await spellingOf(folder, options);
  const profile = options.profile === undefined ? undefined : requireProfile(options.profile);
  const before = await readControlFile(folder, brand);
  const kept = before === undefined ? undefined : readPin(before);
  const profileOption = options.profile === undefined ? [] : ["--profile", options.profile];
  const chosen = await choosePackage(options, {
    own: ownPackage(),
    kept,
    packing: ownCommandLine(
      "control",
      "render",
      ...forgeWords(options),
      ...profileOption,
      "--pack",
    ),
  });
  const plan = await readPlan(folder, brand, profile);
  const pin = "bytes" in chosen ? await writePackageHere(folder, brand, chosen) : chosen;
  const text = renderControlFile({ ...plan, pin });
  const file = controlFilePath(brand);
  if (text !== before) await writeControlFileHere(folder, brand, text);
  const changes = before === undefined ? [] : findLineChanges(before, text);
  const state = before === undefined ? "written" : text === before ? "unchanged" : "changed";
  const outcome = { file, profile: plan.choice.profile, state } as const;
  if (options.json) printJson({ ...outcome, cli: pin });
  else {
    const check = ownCommandLine("control", "check", ...forgeWords(options));
    printRows((style) => renderedRows({ ...outcome, brand, kept, pin, changes }, { style, check }));
  }
}

/** Runs `gatehouse control check`. */
export async function runCheck(options: CheckOptions): Promise<void> {
  const folder = process.cwd();
  const brand = await spellingOf(folder, options);
  const [sources, wanted] = await Promise.all([
    readSources(folder, brand),
    readPlan(folder, brand, undefined).then(
      (plan) => ({ plan }),
      (error: unknown) => {
        if (!(error instanceof Incomplete || error instanceof InvalidInput)) throw error;
        return { plan: undefined, reason: error.message };
      },
    ),
  ]);
  const report = checkControl(sources, brand, wanted);
  const document = toCheckDocument(
    { file: controlFilePath(brand), profile: wanted.plan?.choice.profile },
    report,
  );
  if (options.json) printJson(document);
  else {
    const text = sources.find(({ path }) => path === document.file)?.text;
    const packing = readUsablePin(text) ? [] : ["--pack"];
    const render = ownCommandLine("control", "render", ...forgeWords(options), ...packing);
    printRows((style) => findingRows(document, { style, render }));
  }
  if (report.findings.length > 0) process.exitCode = exitCode.incomplete;
}
