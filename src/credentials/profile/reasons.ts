import { ownCommandLine } from "../../shared/own-command.ts";
import { describeApi } from "./apis.ts";
import type { Known, ProfileFacts } from "./facts.ts";
import type { ProfileNeeds } from "./needs.ts";
import type { ProfileChoice } from "./choice.ts";

/** A choice, with the facts and needs that it is based on. */
export interface Decided {
  readonly facts: ProfileFacts;
  readonly needs: ProfileNeeds;
  readonly choice: ProfileChoice;
}

/**
 * Returns one sentence for each profile: why the profile was chosen, is not needed, or is not
 * sufficient.
 */
export function explainReasons(decided: Decided): string[] {
  return [explainWorkflowToken(decided), ...explainApps(decided), explainPat(decided)];
}

function explainWorkflowToken({ needs, choice }: Decided): string {
  const { beyondWorkflowToken, blindSpots } = needs;
  const limits =
    beyondWorkflowToken.length > 0
      ? beyondWorkflowToken
      : [`it cannot access ${list(blindSpots.map(describeApi))} in the targets`];
  if (choice.profile !== "workflow-token") {
    return `Workflow token: not sufficient, because ${list(limits)}.`;
  }
  return blindSpots.length === 0
    ? "Workflow token: sufficient, because it can read all targets and outputs stay in the control repository."
    : `Workflow token: partly sufficient; ${list(limits)}, and no stronger credential is available.`;
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
      ? "not needed, because the workflow token can read all targets and nothing is written elsewhere"
      : `not sufficient, because no App permission is named ${list(unknownApis)}`;
  }
  if (owners.length > 1) {
    return `not possible, because private Apps cover one owner, but there are ${owners.length}: ${list(owners)}`;
  }
  return appInstallable === "unknown"
    ? "not possible, because it is unknown whether they can be installed"
    : "not possible, because they cannot be installed";
}

function explainPat({ facts, needs, choice }: Decided): string {
  const isEnough = choice.profile === "workflow-token" && needs.blindSpots.length === 0;
  if (isEnough) return "PAT: not needed, because the workflow token is sufficient.";
  if (choice.profile === "app") return "PAT: not needed, because Apps can be installed.";
  if (choice.profile === "pat") {
    return "PAT: sufficient, because all five conditions hold and the operator consented.";
  }
  return `PAT: not possible, because ${list(findPatObstacles(facts, needs))}.`;
}

function findPatObstacles(facts: ProfileFacts, { owners, patGaps }: ProfileNeeds): string[] {
  return [
    ...(owners.length > 1 ? [`it has one resource owner, but there are ${owners.length}`] : []),
    ...(patGaps.length > 0 ? [`it is not known to support ${list(patGaps.map(describeApi))}`] : []),
    ...describeUnlessTrue(facts.patEligible, {
      no: "not all five conditions hold",
      unknown: "it is unknown whether all five conditions hold",
    }),
    ...describeUnlessTrue(facts.patConsent, {
      no: "the operator did not consent",
      unknown: "it is unknown whether the operator consented",
    }),
  ];
}

/** Lists the next steps after a decision. A line that `ownCommandLine` built is a command. */
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
    `Write a publication and installation plan for ${list(owners)}, and have an owner of each account review it. Do not make an App public just to avoid their approval.`,
    "Or split the scope: one control plane per owner, each with its own private Apps.",
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
      ? "Check whether you can create and install Apps, or ask an organization owner."
      : "Ask an organization owner to install the Apps.",
    setup,
    ...(isPatOpen && patEligible === "unknown"
      ? [`Or check the five conditions of a PAT; ${setup} asks for each.`]
      : []),
    ...(isPatOpen && patEligible === true
      ? [`Or consent to a PAT; ${setup} explains the consequences and asks for the phrase.`]
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
