import type { FlowContext } from "../../src/asking/run-flow.ts";
import { gatherProfileFacts } from "../../src/control/settings-scope.ts";
import type { Settings } from "../../src/control/settings.ts";
import type { Known } from "../../src/credentials/profile-facts.ts";
import { decideProfile } from "../../src/credentials/profile.ts";
import type { ProfileDecision } from "../../src/credentials/profile.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { agreeToPat } from "../pat/agree-to-pat.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import type { PatDeps } from "../pat/pat-deps.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface ChosenProfile {
  readonly decision: ProfileDecision;
  /** What the operator agreed to, when it is the PAT. */
  readonly agreement?: PatAgreement;
}

/**
 * Finds the least powerful profile that does. A PAT comes up only when nothing else qualifies, and only by the
 * operator's own choice.
 * @throws Incomplete when no credential qualifies
 */
export async function chooseProfile(
  context: FlowContext,
  deps: ScopeDeps & PatDeps,
  { settings, isOwner }: { settings: Settings; isOwner: boolean },
): Promise<ChosenProfile> {
  const { ask, read, mark } = context;
  const names = [
    ...new Set([
      ...settings.targets,
      ...(settings.alternateRepository ? [settings.alternateRepository] : []),
    ]),
  ];
  const facts = await read(`facts ${names.join(",")}`, () =>
    ask.progress({ id: "facts", title: "Looking at the targets" }, () =>
      deps.repositoryFacts(names),
    ),
  );
  const visibilities = new Map([...facts].map(([name, { visibility }]) => [name, visibility]));
  const appInstallable = isOwner ? true : await askInstallable(context, deps);
  const known = { controlRepository: deps.repository.full, visibilities, appInstallable };
  const decide = (patEligible: Known, patConsent: Known) =>
    decideProfile(gatherProfileFacts(settings, { ...known, patEligible, patConsent }));

  let decision = decide("unknown", "unknown");
  let agreement: PatAgreement | undefined;
  if (decision.profile === "stop" && (await wantsPat(context, decision))) {
    agreement = await agreeToPat(context, deps, { settings, facts });
    decision = decide(true, true);
  }
  if (decision.profile === "stop") throw noneQualifies(decision);
  mark({ name: "Profile", state: "done", summary: describeChoice(decision) });
  await ask.disclose({
    id: profileId(decision),
    title: `The least powerful profile that does: ${describeChoice(decision)}`,
    body: describeDecision(decision),
    proceed: "Continue with it",
  });
  return agreement && decision.profile === "pat" ? { decision, agreement } : { decision };
}

/** Another decision is another thing to read. */
function profileId({ profile, readApp, writeApp }: ProfileDecision): string {
  return ["profile", profile, readApp ? "read" : [], writeApp ? "write" : []].flat().join("-");
}

function askInstallable({ ask }: FlowContext, { repository }: ScopeDeps): Promise<Known> {
  return ask
    .choose<"yes" | "no" | "unknown">({
      id: "app-installable",
      title: `Would an owner of ${repository.owner} approve two private Apps?`,
      body: ["You are not an owner, so an owner has to approve each installation."],
      options: [
        { value: "yes", label: "Yes", hint: "The setup waits for the approval." },
        { value: "no", label: "No" },
        { value: "unknown", label: "I do not know", hint: "Counts as no until somebody says yes." },
      ],
    })
    .then((answer) => (answer === "unknown" ? "unknown" : answer === "yes"));
}

/** Not being able to use an App is no consent: the person has to ask for the PAT. */
async function wantsPat(
  { ask }: FlowContext,
  { reasons, next }: ProfileDecision,
): Promise<boolean> {
  const way = await ask.choose<"stop" | "pat">({
    id: "no-profile",
    title: "No credential qualifies yet. How do you want to go on?",
    body: [...reasons, ...next],
    options: [
      { value: "stop", label: "Stop, and get the Apps approved or the scope changed" },
      {
        value: "pat",
        label: "See whether a personal access token could do",
        hint: "A fallback with conditions, which needs your informed consent.",
      },
    ],
  });
  return way === "pat";
}

function noneQualifies({ reasons, next }: ProfileDecision): Incomplete {
  return new Incomplete(
    `No credential qualifies:\n${reasons.map((reason) => `- ${reason}`).join("\n")}`,
    next.map((step) =>
      step.startsWith("gatehouse ") ? { say: "Then", command: step } : { say: step },
    ),
  );
}

function describeDecision({ reasons, incomplete }: ProfileDecision): string[] {
  const blind = incomplete.map((what) => `Not to be seen, and reported as incomplete: ${what}.`);
  return [...reasons, ...(blind.length === 0 ? [] : ["", ...blind])];
}

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
