import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import { gatherProfileFacts, scopeFingerprint } from "../../src/control/scope/scope.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import { judgeConsent } from "../../src/credentials/pat/consent.ts";
import type { Known } from "../../src/credentials/profile/facts.ts";
import { decideProfile } from "../../src/credentials/profile/decide-profile.ts";
import type { ProfileDecision } from "../../src/credentials/profile/decide-profile.ts";
import { commandLine } from "../../src/control/command-line.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { insist } from "../shared/insist.ts";
import { agreeToPat } from "../pat/agree-to-pat.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import { coveredRepositories } from "../pat/pat-scope.ts";
import { readRecordedDecision } from "./record-decision.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface ChosenProfile {
  readonly decision: ProfileDecision;
  /** What the operator agreed to, when it is the PAT. */
  readonly agreement?: PatAgreement;
}

type FactDeps = Pick<ScopeDeps, "repository" | "repositoryFacts">;
type ConsentDeps = Pick<ScopeDeps, "readDecision" | "now">;
export type ProfileDeps = ControlPlace & FactDeps & ConsentDeps;
type Choosing = Pick<FlowContext, "ask" | "read" | "mark" | "unanswer">;

/**
 * Finds the least powerful profile that does. A PAT comes up only when nothing else qualifies, and only by the
 * operator's own choice.
 * @throws Incomplete when no credential qualifies
 */
export async function chooseProfile(
  context: Choosing,
  deps: ProfileDeps,
  { settings, isOwner }: { settings: Settings; isOwner: boolean },
): Promise<ChosenProfile> {
  const { ask, mark } = context;
  const facts = await lookAtRepositories(context, deps, settings);
  const visibilities = new Map([...facts].map(([name, { visibility }]) => [name, visibility]));
  const decide = (appInstallable: Known, pat: Known) =>
    decideProfile(
      gatherProfileFacts(settings, {
        controlRepository: deps.repository.full,
        visibilities,
        appInstallable,
        patEligible: pat,
        patConsent: pat,
      }),
    );
  const isAppWanted = decide(true, "unknown").profile === "app";
  const appInstallable = isOwner || (isAppWanted ? await askInstallable(context, deps) : "unknown");

  let decision = decide(appInstallable, "unknown");
  let agreement: PatAgreement | undefined;
  if (decision.profile === "stop") {
    await forgetOldConsent(context, deps, settings);
    await requireWishForPat(context, deps, decision);
    agreement = await agreeToPat(context, deps, { settings, facts });
    decision = decide(appInstallable, true);
  }
  if (decision.profile === "stop") throw noneQualifies(decision, deps);
  mark({ name: "Profile", state: "done", summary: describeChoice(decision) });
  await ask.disclose({
    id: profileId(decision),
    title: `The least powerful profile that does: ${describeChoice(decision)}`,
    body: [...describeDecision(decision), ...describeUnseen(settings, facts)],
    proceed: "Continue with it",
  });
  return agreement && decision.profile === "pat" ? { decision, agreement } : { decision };
}

function lookAtRepositories(
  context: Pick<FlowContext, "ask" | "read">,
  deps: FactDeps,
  settings: Settings,
) {
  const names = coveredRepositories(settings, deps.repository.full);
  return context.read(`facts ${names.join(",")}`, () =>
    insist(context, { id: "facts" }, () =>
      context.ask.progress({ id: "facts", title: "Looking at the targets" }, () =>
        deps.repositoryFacts(names),
      ),
    ),
  );
}

/** A consent stands until its token ends: recorded answers do not renew it. */
async function forgetOldConsent(
  context: Pick<FlowContext, "ask" | "read" | "unanswer">,
  deps: ConsentDeps,
  settings: Settings,
): Promise<void> {
  const recorded = await readRecordedDecision(context, deps);
  if (!recorded?.consent) return;
  const { consent } = recorded;
  const current = { resourceOwner: consent.resourceOwner, scope: scopeFingerprint(settings) };
  if (judgeConsent(consent, { ...current, now: deps.now() }).isGiven) return;
  await context.read("old consent", async () => {
    await context.unanswer();
    return true;
  });
}

/** Another decision is another thing to read. */
function profileId({ profile, readApp, writeApp }: ProfileDecision): string {
  return ["profile", profile, readApp ? "read" : [], writeApp ? "write" : []].flat().join("-");
}

function askInstallable(
  { ask }: Pick<FlowContext, "ask">,
  { repository }: ControlPlace,
): Promise<Known> {
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

/**
 * Not being able to use an App is no consent: the person has to ask for the PAT.
 * @throws Incomplete when they stop
 */
async function requireWishForPat(
  context: Pick<FlowContext, "ask" | "unanswer">,
  place: ControlPlace,
  decision: ProfileDecision,
): Promise<void> {
  const way = await context.ask.choose<"stop" | "pat">({
    id: "no-profile",
    title: "No credential qualifies yet. How do you want to go on?",
    // This is the command already that the way on would be.
    body: [...decision.reasons, ...decision.next.filter((step) => !step.startsWith("gatehouse "))],
    options: [
      { value: "stop", label: "Stop, and get the Apps approved or the scope changed" },
      {
        value: "pat",
        label: "See whether a personal access token could do",
        hint: "A fallback with conditions, which needs your informed consent.",
      },
    ],
  });
  if (way === "pat") return;
  // The next run asks again, and may be told that the Apps are approved.
  await context.unanswer("app-installable", "no-profile");
  throw noneQualifies(decision, place);
}

function noneQualifies({ reasons, next }: ProfileDecision, place: ControlPlace): Incomplete {
  return new Incomplete(
    `No credential qualifies:\n${reasons.map((reason) => `- ${reason}`).join("\n")}`,
    next.map((step) => {
      const verb = (["setup", "verify"] as const).find((each) => step === `gatehouse ${each}`);
      return verb ? { say: "Then", command: commandLine(verb, place) } : { say: step };
    }),
  );
}

function describeDecision({ reasons, incomplete }: ProfileDecision): string[] {
  const blind = incomplete.map((what) => `Not to be seen, and reported as incomplete: ${what}.`);
  return [...reasons, ...(blind.length === 0 ? [] : ["", ...blind])];
}

/** A name that is mistyped must not lead to a stronger profile without a word. */
function describeUnseen(settings: Settings, facts: ReadonlyMap<string, RepositoryFacts>): string[] {
  const unseen = settings.targets.filter((name) => !facts.has(name));
  if (unseen.length === 0) return [];
  return ["", `Not to be seen by your login, and counted as private: ${unseen.join(", ")}.`];
}

/** One profile in few words. */
function describeChoice(choice: Pick<ProfileDecision, "profile" | "readApp" | "writeApp">): string {
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
