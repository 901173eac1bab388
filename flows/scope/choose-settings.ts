import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Position } from "../../src/prompts/prompter.ts";
import { settingsPath } from "../../src/plane/scope/control-files.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { askSettings, countParts } from "./ask-settings.ts";
import type { Wanted } from "./ask-settings.ts";
import type { TargetDeps } from "./choose-targets.ts";
import { commitSettings } from "./read-settings.ts";
import type { CommitDeps } from "./read-settings.ts";
import { summarizeSettings } from "./summarize-settings.ts";

export type DescribeDeps = CommitDeps & TargetDeps;

/** The chosen scope, and whether the committed file was changed. */
export interface Described {
  readonly settings: Settings;
  readonly isCommitted: boolean;
}

/**
 * Asks the operator for the scope, or for the requested parts of it, and commits the scope. Values
 * that only the file can contain are preserved.
 */
export async function describeSettings(
  context: FlowContext,
  deps: DescribeDeps,
  subject: Wanted,
): Promise<Described> {
  const path = settingsPath(deps.profile.brand);
  const locations = countParts(subject);
  const settings = await askSettings(context, deps, { ...subject, locations });
  await requireYes(context, deps, { settings, path, position: locations.next() });
  return { settings, isCommitted: await commitSettings(context, deps, { settings, path }) };
}

interface Draft {
  readonly settings: Settings;
  readonly path: string;
  readonly position: Position;
}

/** Shows a summary, and the file itself on request. */
async function requireYes(
  context: Pick<FlowContext, "ask" | "discardAnswer">,
  deps: DescribeDeps,
  { settings, path, position }: Draft,
): Promise<void> {
  const control = deps.repository.full;
  for (;;) {
    const way = await context.ask.choose<"commit" | "show" | "stop">({
      id: "settings-commit",
      position,
      title: "Commit this scope?",
      facts: [
        ...summarizeSettings(settings, control),
        { name: "File", text: `${path} in ${control}` },
      ],
      options: [
        {
          value: "commit",
          label: "Yes, commit it",
          hint: "one file without secrets, committed as you",
        },
        {
          value: "show",
          label: "Show the file",
          hint: "shows the file, then asks this question again",
        },
        { value: "stop", label: "No, stop here", hint: "nothing changes" },
      ],
      // Holding down the Enter key only shows the file repeatedly and never commits it.
      initial: "show",
    });
    if (way === "commit") return;
    if (way === "stop") {
      await context.discardAnswer("settings-commit");
      throw new Cancelled("The scope was not committed. Nothing was changed.");
    }
    await context.ask.disclose({
      id: "settings-file",
      title: "The file as it will be committed",
      body: renderSettings(settings).trimEnd().split("\n"),
      proceed: "Go back to the question",
    });
    // An answer from an earlier run must not cause this run to skip the question.
    await context.discardAnswer("settings-commit");
  }
}
