import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
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

/** Why it is this profile, and what stays out of sight with it; a line each. */
export function describeDecision({ reasons, incomplete }: ProfileDecision): string[] {
  const blind = incomplete.map((what) => `Not to be seen, and reported as incomplete: ${what}.`);
  return [...reasons, ...(blind.length === 0 ? [] : ["", ...blind])];
}

/** A name that is mistyped must not lead to a stronger profile without a word. */
export function describeUnseen(
  settings: Settings,
  facts: ReadonlyMap<string, RepositoryFacts>,
): string[] {
  const unseen = settings.targets.filter((name) => !facts.has(name));
  if (unseen.length === 0) return [];
  return ["", `Not to be seen by your login, and counted as private: ${unseen.join(", ")}.`];
}
