import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Position } from "../../src/prompts/prompter.ts";
import { settingsPath } from "../../src/plane/scope/control-files.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { requireConfirmation } from "../shared/require-confirmation.ts";
import { askSettings, countParts } from "./ask-settings.ts";
import type { Wanted } from "./ask-settings.ts";
import type { TargetDeps } from "./choose-targets.ts";
import { commitSettings } from "./read-settings.ts";
import type { CommitDeps } from "./read-settings.ts";
import { summarizeChange } from "./summarize-settings.ts";

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
  const { before } = subject;
  await requireYes(context, deps, { before, settings, path, position: locations.next() });
  return { settings, isCommitted: await commitSettings(context, deps, { settings, path }) };
}

interface Draft {
  readonly before: Settings | undefined;
  readonly settings: Settings;
  readonly path: string;
  readonly position: Position;
}

/** Shows what changes, and the file itself on request. */
function requireYes(
  context: Pick<FlowContext, "ask" | "discardAnswer">,
  deps: DescribeDeps,
  { before, settings, path, position }: Draft,
): Promise<void> {
  const control = deps.repository.full;
  return requireConfirmation(context, {
    question: {
      id: "settings-commit",
      position,
      title: "Commit this scope?",
      facts: [
        ...summarizeChange(before, settings, control),
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
    },
    yes: "commit",
    shown: {
      id: "settings-file",
      title: "The file as it will be committed",
      body: renderSettings(settings).trimEnd().split("\n"),
    },
    declined: "The scope was not committed. Nothing was changed.",
  });
}
