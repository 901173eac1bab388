import { isPatApi, readApi, describeApi } from "../profile/apis.ts";
import type { Known } from "../profile/facts.ts";

export type PatConditionId = "access" | "policy" | "one-owner" | "apis" | "limits";

export interface PatCondition {
  readonly id: PatConditionId;
  readonly question: string;
  /** "unknown" counts as broken until somebody confirms it. */
  readonly state: "holds" | "broken" | "unknown";
  readonly evidence: string;
  /** Who says so. The forge tells PAT policy to Apps only, so that it is for the operator to say. */
  readonly source: "settings" | "operator" | "forge and operator";
  /** What to do when it does not hold; empty when it does. */
  readonly waysOut: readonly string[];
}

export interface PatEvidence {
  /** Owners of all covered repositories, each once. */
  readonly owners: readonly string[];
  readonly canSelectOwner: Known;
  /** For each enrolled repository: whether the user already has the access that is needed. */
  readonly access: ReadonlyMap<string, Known>;
  readonly policyPermits: Known;
  /** True as well when no approval is required. */
  readonly approvalObtainable: Known;
  readonly requiredApis: readonly string[];
  /** Whether the token can be limited to exactly these repositories and permissions. */
  readonly canBeLimited: Known;
  /** Left out when the token would never expire, or nobody chose yet. */
  readonly lifetimeDays?: number;
  readonly rotationOwner?: string;
}

/** One statement that has to be true, and how it is told in each case. */
interface Statement {
  readonly isSo: Known;
  readonly yes: string;
  readonly no: string;
}

const installApps = "Have the Apps installed instead.";
const narrow = "Narrow the scope: fewer repositories, or packages that need less.";
const split = "Split the scope: one control plane for each owner.";
const askOwner = "Involve an organization owner.";

/**
 * The five conditions that a PAT has to meet before it may be offered, all of them each time.
 * @see spec/credentials.md, "PAT fallback"
 */
export function evaluatePatConditions(evidence: PatEvidence): PatCondition[] {
  return rules.map(({ statements, waysOut, ...rule }) => {
    const judged = statements(evidence);
    const state = evaluateStatements(judged);
    return {
      ...rule,
      state,
      evidence: judged.map(tell).join("; ") || "nothing is required",
      waysOut: state === "holds" ? [] : waysOut,
    };
  });
}

/** Whether all five hold: the fact `patEligible` of the profile. */
export function isPatEligible(conditions: readonly PatCondition[]): Known {
  if (conditions.some(({ state }) => state === "broken")) return false;
  return conditions.length === rules.length && conditions.every(({ state }) => state === "holds")
    ? true
    : "unknown";
}

const nobodyLooked: Statement = {
  isSo: "unknown",
  yes: "the access to the enrolled repositories is there",
  no: "the access to the enrolled repositories is not enough",
};

interface Rule extends Omit<PatCondition, "state" | "evidence"> {
  readonly statements: (evidence: PatEvidence) => Statement[];
}

const rules: readonly Rule[] = [
  {
    id: "access",
    question: "Can you choose the organization as resource owner, and reach every repository?",
    source: "forge and operator",
    waysOut: [installApps, narrow, askOwner],
    statements: ({ canSelectOwner, access }) => [
      {
        isSo: canSelectOwner,
        yes: "the organization can be chosen as resource owner",
        no: "the organization cannot be chosen as resource owner",
      },
      ...(access.size === 0 ? [nobodyLooked] : []),
      ...[...access].map(([repository, isSo]) => ({
        isSo,
        yes: `the access to ${repository} is there`,
        no: `the access to ${repository} is not enough`,
      })),
    ],
  },
  {
    id: "policy",
    question:
      "Do the organization and its enterprise permit fine-grained PATs, with approval in time?",
    source: "operator",
    waysOut: [installApps, askOwner],
    statements: ({ policyPermits, approvalObtainable }) => [
      { isSo: policyPermits, yes: "policy permits PATs", no: "policy forbids PATs" },
      {
        isSo: approvalObtainable,
        yes: "approval can be had before the first run",
        no: "approval cannot be had before the first run",
      },
    ],
  },
  {
    id: "one-owner",
    question: "Do all covered repositories have one owner?",
    source: "settings",
    waysOut: [installApps, split, narrow],
    statements: ({ owners }) => [
      {
        isSo: owners.length === 0 ? "unknown" : owners.length === 1,
        yes: `the one owner is ${owners.join("")}`,
        no: `the owners are ${owners.join(", ")}, and a PAT has one resource owner`,
      },
    ],
  },
  {
    id: "apis",
    question: "Does every API that the packages need take fine-grained PATs?",
    source: "settings",
    waysOut: [installApps, narrow],
    statements: ({ requiredApis }) =>
      requiredApis.map(readApi).map((api) => ({
        isSo: isPatApi(api),
        yes: `${describeApi(api)} takes them`,
        no: `${describeApi(api)} does not, and a classic PAT is no way around it`,
      })),
  },
  {
    id: "limits",
    question:
      "Is the token limited to these repositories and permissions, with an end and an owner?",
    source: "operator",
    waysOut: ["Choose an expiry and name who rotates the token.", installApps, narrow],
    statements: ({ canBeLimited, lifetimeDays, rotationOwner }) => [
      {
        isSo: canBeLimited,
        yes: "it can be limited to what is enrolled",
        no: "it cannot be limited to what is enrolled",
      },
      {
        isSo: lifetimeDays !== undefined,
        yes: `it expires after ${lifetimeDays ?? 0} days`,
        no: "no expiry is chosen",
      },
      {
        isSo: rotationOwner !== undefined,
        yes: `${rotationOwner ?? ""} rotates it`,
        no: "nobody is named to rotate it",
      },
    ],
  },
];

function evaluateStatements(statements: readonly Statement[]): PatCondition["state"] {
  if (statements.some(({ isSo }) => isSo === false)) return "broken";
  return statements.every(({ isSo }) => isSo === true) ? "holds" : "unknown";
}

function tell({ isSo, yes, no }: Statement): string {
  return isSo === "unknown" ? `not known whether ${yes}` : isSo ? yes : no;
}
