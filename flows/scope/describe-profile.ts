import type { Fact } from "../../src/prompts/prompter.ts";
import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";

export function describeChoice(
  choice: Pick<ProfileDecision, "profile" | "readApp" | "writeApp">,
): string {
  switch (choice.profile) {
    case "workflow-token":
      return "the workflow token only";
    case "pat":
      return "a fine-grained PAT";
    case "stop":
      return "none";
    case "app":
      if (choice.readApp && choice.writeApp) return "two Apps: one reads, one writes";
      return choice.readApp ? "the read App" : "the write App";
  }
}

/** Converts a reason to a row. The text before the first colon becomes the row's name. */
export function toFact(reason: string): Fact {
  const at = reason.indexOf(": ");
  return { name: reason.slice(0, at), text: reason.slice(at + 2) };
}

/** Returns the reasons for this profile, and the data that the profile cannot access. */
export function describeDecision({ reasons, incomplete }: ProfileDecision): Fact[] {
  return [
    ...reasons.map(toFact),
    ...incomplete.map((what) => ({ name: "Not visible", text: `${what}; reported as incomplete` })),
  ];
}

/**
 * Returns a row with the targets that are not visible. Without this row, a mistyped name could
 * silently require a stronger profile.
 */
export function describeUnseen(
  settings: Settings,
  facts: ReadonlyMap<string, RepositoryFacts>,
): Fact[] {
  const unseen = settings.targets.filter((name) => !facts.has(name));
  if (unseen.length === 0) return [];
  const text = `treated as private: ${unseen.join(", ")}`;
  return [{ name: "Not visible", text }];
}
