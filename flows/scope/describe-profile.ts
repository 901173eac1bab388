import type { Fact } from "../../src/prompts/prompter.ts";
import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";

/** One profile in few words. */
export function describeChoice(
  choice: Pick<ProfileDecision, "profile" | "readApp" | "writeApp">,
): string {
  switch (choice.profile) {
    case "workflow-token":
      return "the workflow token alone";
    case "pat":
      return "a fine-grained PAT";
    case "stop":
      return "none";
    case "app":
      if (choice.readApp && choice.writeApp) return "two Apps: one reads, one writes";
      return choice.readApp ? "the read App" : "the write App";
  }
}

/** A reason as a row: each begins with what it is about. */
export function toFact(reason: string): Fact {
  const at = reason.indexOf(": ");
  return { name: reason.slice(0, at), text: reason.slice(at + 2) };
}

/** Why it is this profile, and what stays out of sight with it. */
export function describeDecision({ reasons, incomplete }: ProfileDecision): Fact[] {
  return [
    ...reasons.map(toFact),
    ...incomplete.map((what) => ({ name: "Not seen", text: `${what}; reported as incomplete` })),
  ];
}

/** A name that is mistyped must not lead to a stronger profile without a word. */
export function describeUnseen(
  settings: Settings,
  facts: ReadonlyMap<string, RepositoryFacts>,
): Fact[] {
  const unseen = settings.targets.filter((name) => !facts.has(name));
  if (unseen.length === 0) return [];
  const text = `not to be seen by your login: ${unseen.join(", ")}`;
  return [{ name: "As private", text }];
}
