import * as v from "valibot";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { readUsablePin } from "../../src/run/control/cli-pin.ts";
import type { CliPin } from "../../src/run/control/cli-pin.ts";
import { pinPacked } from "../../src/run/control/committed-package.ts";
import type { PackedPackage } from "../../src/run/control/own-package.ts";
import { controlFilePath, renderControlFile } from "../../src/run/control/control-file.ts";
import { fingerprintTexts } from "../../src/run/control/fingerprint-texts.ts";
import { planFor } from "../../src/run/control/plan-for.ts";
import type { OpenPlan } from "../../src/run/control/plan-for.ts";
import type { ProfileChoice } from "../../src/credentials/profile/choice.ts";
import { doneKey, stepKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator, retryOrSkip } from "../shared/retry-with-operator.ts";
import { askPackageAddress, askPackageSource, askToWrite } from "./ask-control-file.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import { controlFileRow } from "./set-up-outline.ts";

/** Result for the shared control file. */
export type ControlFileState = "written" | "unchanged" | "later";

export type ControlFileDeps = ControlLocation &
  Pick<
    SetUpDeps,
    | "readControlFile"
    | "writeControlFile"
    | "ownPackage"
    | "findPublished"
    | "packOwn"
    | "commitPackage"
  >;

interface Chosen {
  readonly settings: Settings;
  readonly choice: ProfileChoice;
}

/**
 * Offers the last step: the file that all workflows import, for the chosen profile. An up-to-date
 * file is skipped; a different one is shown, and the operator decides. The credentials do not have
 * to be complete, because a run skips credentials that do not exist.
 */
export async function offerControlFile(
  context: FlowContext,
  deps: ControlFileDeps,
  { settings, choice }: Chosen,
): Promise<ControlFileState> {
  const plan = planFor(deps.profile.brand, choice, settings);
  const before = await readBefore(context, deps);
  const pin = readUsablePin(before);
  if (pin && renderControlFile({ ...plan, pin }) === before) {
    context.mark({ name: controlFileRow, state: "done", summary: "up to date" });
    return "unchanged";
  }
  const subject = fingerprintTexts(before ?? "", renderControlFile({ ...plan, pin: noPin }));
  const asked = { plan, before, pin, control: deps.repository.full };
  const wanted = await findChoice(context, deps, { subject, asked });
  const written = wanted === "write" && (await write(context, deps, { plan, pin }));
  // A yes covers only this write. If the file is changed back later, setup must ask again.
  if (written) await context.recordValue(keysOf(deps).about, "written");
  context.mark(
    written
      ? { name: controlFileRow, state: "done", summary: "committed for the chosen profile" }
      : { name: controlFileRow, state: "skipped", summary: "left for later" },
  );
  return written ? "written" : "later";
}

/**
 * Returns the operator's choice. A no from an earlier run applies as long as the subject is the
 * same; within this run, Back repeats the question.
 */
async function findChoice(
  context: FlowContext,
  deps: ControlLocation,
  {
    subject,
    asked,
  }: { readonly subject: string; readonly asked: Parameters<typeof askToWrite>[1] },
): Promise<"write" | "later"> {
  const { declined, about } = keysOf(deps);
  const before = await context.read(declined.id, () => Promise.resolve(context.restore(declined)));
  if (before === subject) return "later";
  // An answer applies to only one file and one profile, so a yes to earlier changes does not cover
  // these changes.
  const earlier = context.restore(about);
  if (earlier !== undefined && earlier !== subject) await context.discardAnswer("control-file");
  await context.recordValue(about, subject);
  const wanted = await askToWrite(context, asked);
  await context.recordValue(declined, wanted === "later" ? subject : "none");
  return wanted;
}

/** Prepares the journal for a run that asks answered questions again. */
export async function forgetDeclined(journal: Journal, location: ControlLocation): Promise<void> {
  const { id } = keysOf(location).declined;
  if (journal.step(id) !== undefined) await journal.forgetStep(id);
}

function readBefore(
  context: FlowContext,
  deps: Pick<ControlFileDeps, "readControlFile">,
): Promise<string | undefined> {
  const id = "control-file-look";
  return context.read(statusId, () =>
    retryWithOperator(context, { id }, () =>
      context.ask.progress({ id, title: "Checking the shared control file" }, () =>
        deps.readControlFile(),
      ),
    ),
  );
}

const statusId = "control-file";

const noPin: CliPin = { source: "", integrity: "" };

/** @returns whether the file was committed; the operator can skip it if the commit is rejected */
async function write(
  context: FlowContext,
  deps: ControlFileDeps,
  { plan, pin: kept }: { readonly plan: OpenPlan; readonly pin: CliPin | undefined },
): Promise<boolean> {
  const chosen = kept ?? (await choosePackage(context, deps));
  const packed = "bytes" in chosen ? chosen : undefined;
  const pin = "bytes" in chosen ? pinPacked(chosen, plan.brand) : chosen;
  const text = renderControlFile({ ...plan, pin });
  const done = doneKey(`${journalLocation(deps)} control file ${fingerprintTexts(text)}`);
  // Setup has just read a different file, so the record of an earlier write is no longer valid.
  await context.reset(done);
  const id = "control-file-write";
  const later = {
    value: "later",
    label: "Leave it for later",
    hint: "everything else is done",
  } as const;
  const written = await retryOrSkip(context, { id, instead: later }, () =>
    context.step(done, async () => {
      const title = `Committing ${controlFilePath(plan.brand)}`;
      await context.ask.progress({ id, title, mustEnd: true }, async () => {
        // Runs find the package as soon as the control file names it.
        if (packed) await deps.commitPackage(packed);
        await deps.writeControlFile(text);
      });
      await context.reset(statusId);
      return true;
    }),
  );
  return written === true;
}

/** Returns a pin, or the running gatehouse as a package that still has to be committed. */
async function choosePackage(
  context: FlowContext,
  deps: ControlFileDeps,
): Promise<CliPin | PackedPackage> {
  const source = await askPackageSource(context, deps.ownPackage());
  if (source === "other") return askPackageAddress(context);
  const [title, find]: [string, () => Promise<CliPin | PackedPackage>] =
    source === "published"
      ? ["Finding the published package", deps.findPublished]
      : ["Packing gatehouse", deps.packOwn];
  const id = `control-package-${source}`;
  return context.read(id, () =>
    retryWithOperator(context, { id }, () => context.ask.progress({ id, title }, find)),
  );
}

/**
 * Returns two step keys: one for the subject that the operator was asked about, and one for the
 * subject that the operator declined.
 */
function keysOf(location: ControlLocation): Record<"about" | "declined", StepKey<string>> {
  const key = (what: string) =>
    stepKey(`${journalLocation(location)} control file ${what}`, v.string());
  return { about: key("asked"), declined: key("declined") };
}
