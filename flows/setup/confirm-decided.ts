import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { chosenRoles, isSameChoice } from "../../src/credentials/profile/choice.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { appCeiling } from "../../src/plane/scope/app-ceiling.ts";
import type { Decision } from "../../src/plane/scope/decision.ts";
import { enrolledRepositories, scopeFingerprint } from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { summarizeCeiling } from "../../src/plane/setup/describe-plan.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { count } from "../../src/shared/count.ts";
import { prepareDecision } from "../scope/choose-profile.ts";
import type { FactDeps } from "../scope/choose-profile.ts";
import { readRecordedDecision } from "../scope/record-decision.ts";
import type { ScopeDeps } from "../scope/scope-deps.ts";
import { describeScope } from "../scope/summarize-settings.ts";
import { plannedName } from "./planned-name.ts";
import { findRoles } from "./read-credential-state.ts";
import type { StateDeps } from "./read-credential-state.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type DecidedDeps = FactDeps &
  StateDeps &
  Pick<ScopeDeps, "readDecision" | "operator"> &
  Pick<SetUpDeps, "purpose">;

/** A decision that another user committed, and that this owner applies. */
export interface Decided {
  readonly decision: Decision;
  readonly roles: readonly AppRole[];
  /** The Apps that do not exist yet; their creation is confirmed. */
  readonly missing: readonly AppRole[];
}

type Context = Pick<FlowContext, "ask" | "read" | "restore">;

/**
 * Lets an owner apply what another user has decided: shows the Apps to create, and asks only
 * whether to create them.
 * @returns undefined if the scope and the profile have to be reviewed step by step
 */
export async function confirmDecided(
  context: Context,
  deps: DecidedDeps,
  { settings, ready }: { settings: Settings; ready: Readiness },
): Promise<Decided | undefined> {
  if (deps.purpose !== "setup" || !ready.isOwner) return undefined;
  const decision = await readRecordedDecision(context, deps);
  if (!decision || decision.choice.profile !== "app") return undefined;
  if (decision.scope !== scopeFingerprint(settings)) return undefined;
  if (isSameLogin(decision.decidedBy, await context.read("operator", deps.operator))) {
    return undefined;
  }
  // Anyone who can commit can change the decision, so it must follow from the scope.
  const { decide } = await prepareDecision(context, deps, settings);
  if (!isSameChoice(decision.choice, decide(true, "unknown"))) return undefined;
  const roles = chosenRoles(decision.choice);
  // Read once, because the question must keep its position after Back.
  const missing = await context.read("apps to create", () =>
    findRoles(context, deps, { roles, matches: ({ state }) => state === "none" }),
  );
  const decided = { decision, roles, missing };
  if (missing.length === 0) return decided;
  return (await askToCreate(context, deps, { ...decided, settings })) ? decided : undefined;
}

/** @returns false if the owner wants to review every step */
async function askToCreate(
  context: Pick<FlowContext, "ask" | "restore">,
  deps: DecidedDeps,
  { decision, missing, settings }: Decided & { settings: Settings },
): Promise<boolean> {
  const { repository, profile } = deps;
  const apps = count(missing.length, "App");
  const way = await context.ask.choose<"create" | "review">({
    id: "decided-plan",
    title: `Create ${apps} for ${repository.full}?`,
    weight: "read first",
    facts: [
      { name: "Decided", text: `by ${decision.decidedBy} on ${decision.decidedAt.slice(0, 10)}` },
      { name: "Scope", text: describeScope(settings, repository.full) },
      ...missing.flatMap((role) => [
        {
          name: titleOf(role),
          text: `${plannedName(context, deps, role)}; private, without events`,
        },
        { name: "Permissions", text: summarizeCeiling(appCeiling(role, settings)) },
        {
          name: "Installed on",
          text: enrolledRepositories(settings, repository.full, role).join(", "),
        },
      ]),
      { name: "Stored", text: `client IDs and keys, in ${repository.full} only` },
    ],
    options: [
      { value: "create", label: `Create ${apps}`, hint: "in the browser, page by page" },
      {
        value: "review",
        label: "Review every step",
        hint: "scope, profile, names and how to create them",
      },
    ],
    why: `Another user has committed this scope and profile. Nothing is created until you press the button on ${profile.brand.title}.`,
  });
  return way === "create";
}

function isSameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
