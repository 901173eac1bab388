import { ownCommandLine } from "../../shared/own-command.ts";
import { describeApi } from "./apis.ts";
import type { Known, ProfileFacts } from "./facts.ts";
import type { ProfileNeeds } from "./needs.ts";
import type { ProfileChoice } from "./choice.ts";

/** A choice, and all that led to it. */
export interface Decided {
  readonly facts: ProfileFacts;
  readonly needs: ProfileNeeds;
  readonly choice: ProfileChoice;
}

/** One sentence for each profile: why it was chosen, is not needed, or does not do. */
export function explainReasons(decided: Decided): string[] {
  return [explainWorkflowToken(decided), ...explainApps(decided), explainPat(decided)];
}

function explainWorkflowToken({ needs, choice }: Decided): string {
  const { beyondWorkflowToken, blindSpots } = needs;
  const limits =
    beyondWorkflowToken.length > 0
      ? beyondWorkflowToken
      : [`it does not reach ${list(blindSpots.map(describeApi))} of the targets`];
  if (choice.profile !== "workflow-token") {
    return `Workflow token: does not do, because ${list(limits)}.`;
  }
  return blindSpots.length === 0
    ? "Workflow token: does, because it can read all targets and outputs stay in the control repository."
    : `Workflow token: does in part; ${list(limits)}, and no stronger credential is at hand.`;
}

function explainApps({ facts, needs, choice }: Decided): string[] {
  if (choice.profile === "app") {
    const { readApp, writeApp } = needs;
    return [
      readApp.length > 0
        ? `Read App: needed, because ${list(readApp)}.`
        : "Read App: not needed, because the workflow token can read all targets.",
      writeApp.length > 0
        ? `Write App: needed, because ${list(writeApp)}.`
        : "Write App: not needed, because nothing is written outside the control repository.",
    ];
  }
  return [`Apps: ${explainNoApps(facts, needs)}.`];
}

function explainNoApps({ appInstallable }: ProfileFacts, needs: ProfileNeeds): string {
  const { owners, unknownApis } = needs;
  if (needs.readApp.length + needs.writeApp.length === 0) {
    return unknownApis.length === 0
      ? "not needed, because nothing private is read and nothing is written elsewhere"
      : `do not do, because no App permission is named ${list(unknownApis)}`;
  }
  if (owners.length > 1) {
    return `do not do, because private Apps cover one owner and there are ${owners.length}: ${list(owners)}`;
  }
  return appInstallable === "unknown"
    ? "do not do, because it is not known whether they can be installed"
    : "do not do, because they cannot be installed";
}

function explainPat({ facts, needs, choice }: Decided): string {
  const isEnough = choice.profile === "workflow-token" && needs.blindSpots.length === 0;
  if (isEnough) return "PAT: not needed, because the workflow token does.";
  if (choice.profile === "app") return "PAT: not needed, because Apps can be installed.";
  if (choice.profile === "pat") {
    return "PAT: does, because all five conditions hold and the operator consented.";
  }
  return `PAT: does not do, because ${list(findPatObstacles(facts, needs))}.`;
}

function findPatObstacles(facts: ProfileFacts, { owners, patGaps }: ProfileNeeds): string[] {
  return [
    ...(owners.length > 1 ? [`it has one resource owner and there are ${owners.length}`] : []),
    ...(patGaps.length > 0 ? [`it is not known to reach ${list(patGaps.map(describeApi))}`] : []),
    ...describeUnlessTrue(facts.patEligible, {
      no: "not all five conditions hold",
      unknown: "it is not known whether all five conditions hold",
    }),
    ...describeUnlessTrue(facts.patConsent, {
      no: "the operator did not consent",
      unknown: "it is not known whether the operator consented",
    }),
  ];
}

/** What to do after the decision. A line that begins as `ownCommandLine` does is a command. */
export function explainNext({ facts, needs, choice }: Decided): string[] {
  if (choice.profile === "app" || choice.profile === "pat") {
    return [ownCommandLine("setup"), ownCommandLine("verify")];
  }
  const onward = choice.profile === "workflow-token" ? [ownCommandLine("verify")] : [];
  const isAppNeeded = needs.readApp.length + needs.writeApp.length > 0;
  if (!isAppNeeded) return [...checkWords(needs.unknownApis), ...onward];
  return [
    ...(needs.owners.length > 1 ? planOwners(needs.owners) : planOneOwner(facts, needs)),
    ...onward,
  ];
}

function checkWords(apis: readonly string[]): string[] {
  return apis.length === 0 ? [] : [`Check the name of the required API: ${list(apis)}.`];
}

/** @see spec/credentials.md, "App setup rules", 5 */
function planOwners(owners: readonly string[]): string[] {
  return [
    `Write a publication and installation plan for ${list(owners)} and have an owner of each review it; do not make an App public merely to skip their approval.`,
    "Or split the scope: one control plane for each owner, each with private Apps of its own.",
    "Or narrow the scope to the targets of one owner.",
  ];
}

function planOneOwner(
  { appInstallable, patEligible }: ProfileFacts,
  needs: ProfileNeeds,
): string[] {
  const setup = ownCommandLine("setup");
  const isPatOpen = needs.patGaps.length === 0;
  return [
    appInstallable === "unknown"
      ? "Find out whether you may create and install Apps, or ask an organization owner."
      : "Ask an organization owner to install the Apps.",
    setup,
    ...(isPatOpen && patEligible === "unknown"
      ? [`Or settle the five conditions of a PAT; ${setup} asks for each.`]
      : []),
    ...(isPatOpen && patEligible === true
      ? [`Or consent to a PAT; ${setup} tells what it means and asks for the phrase.`]
      : []),
    "Or narrow the scope to public targets in review mode with outputs in the control repository.",
  ];
}

function describeUnlessTrue(known: Known, words: { no: string; unknown: string }): string[] {
  return known === true ? [] : [known === false ? words.no : words.unknown];
}

function list(parts: readonly string[]): string {
  return parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}
