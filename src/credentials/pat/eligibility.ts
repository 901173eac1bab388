import { isPatApi, readApi, describeApi } from "../profile/apis.ts";
import type { Known } from "../profile/facts.ts";

export type PatConditionId = "access" | "policy" | "one-owner" | "apis" | "limits";

export interface PatCondition {
  readonly id: PatConditionId;
  readonly question: string;
  /** "unknown" counts as not met until someone confirms the condition. */
  readonly state: "holds" | "broken" | "unknown";
  readonly evidence: string;
  /**
   * Source of the information. GitHub shows PAT policies only to Apps, so the operator must report
   * them.
   */
  readonly source: "settings" | "operator" | "forge and operator";
  /** Possible fixes if the condition does not hold; empty if it does. */
  readonly waysOut: readonly string[];
}

export interface PatEvidence {
  /** Owners of all covered repositories, without duplicates. */
  readonly owners: readonly string[];
  readonly canSelectOwner: Known;
  /** Whether the user already has the required access, by enrolled repository. */
  readonly access: ReadonlyMap<string, Known>;
  readonly policyPermits: Known;
  /** Whether approval is not required or can be obtained. */
  readonly approvalObtainable: Known;
  readonly requiredApis: readonly string[];
  /** Whether the token can be limited to exactly these repositories and permissions. */
  readonly canBeLimited: Known;
  /** Undefined if the token would never expire, or if no lifetime was chosen yet. */
  readonly lifetimeDays?: number;
  readonly rotationOwner?: string;
}

/** A condition, and what to say if it is met (`yes`) or not met (`no`). */
interface Statement {
  readonly isSo: Known;
  readonly yes: string;
  readonly no: string;
}

const installApps = "Install the Apps instead.";
const narrow =
  "Narrow the scope: fewer repositories, or review packages that need fewer permissions.";
const split = "Split the scope: one control plane per owner.";
const askOwner = "Ask an organization owner for help.";

/**
 * Evaluates the five conditions for offering a PAT.
 * @see spec/credentials.md, "PAT fallback"
 */
export function evaluatePatConditions(evidence: PatEvidence): PatCondition[] {
  return rules.map(({ statements, waysOut, ...rule }) => {
    const evaluated = statements(evidence);
    const state = evaluateStatements(evaluated);
    return {
      ...rule,
      state,
      evidence: evaluated.map(describe).join("; ") || "nothing is required",
      waysOut: state === "holds" ? [] : waysOut,
    };
  });
}

/** Returns the fact `patEligible` for choosing the profile: whether all five conditions are met. */
export function isPatEligible(conditions: readonly PatCondition[]): Known {
  if (conditions.some(({ state }) => state === "broken")) return false;
  return conditions.length === rules.length && conditions.every(({ state }) => state === "holds")
    ? true
    : "unknown";
}

const notChecked: Statement = {
  isSo: "unknown",
  yes: "access to the enrolled repositories is sufficient",
  no: "access to the enrolled repositories is not sufficient",
};

interface Rule extends Omit<PatCondition, "state" | "evidence"> {
  readonly statements: (evidence: PatEvidence) => Statement[];
}

const rules: readonly Rule[] = [
  {
    id: "access",
    question: "Can you select the organization as resource owner and access every repository?",
    source: "forge and operator",
    waysOut: [installApps, narrow, askOwner],
    statements: ({ canSelectOwner, access }) => [
      {
        isSo: canSelectOwner,
        yes: "the organization can be selected as resource owner",
        no: "the organization cannot be selected as resource owner",
      },
      ...(access.size === 0 ? [notChecked] : []),
      ...[...access].map(([repository, isSo]) => ({
        isSo,
        yes: `access to ${repository} is sufficient`,
        no: `access to ${repository} is not sufficient`,
      })),
    ],
  },
  {
    id: "policy",
    question:
      "Do the organization and its enterprise permit fine-grained PATs, with timely approval?",
    source: "operator",
    waysOut: [installApps, askOwner],
    statements: ({ policyPermits, approvalObtainable }) => [
      { isSo: policyPermits, yes: "policy permits PATs", no: "policy forbids PATs" },
      {
        isSo: approvalObtainable,
        yes: "approval is possible before the first run",
        no: "approval is not possible before the first run",
      },
    ],
  },
  {
    id: "one-owner",
    question: "Do all covered repositories belong to one owner?",
    source: "settings",
    waysOut: [installApps, split, narrow],
    statements: ({ owners }) => [
      {
        isSo: owners.length === 0 ? "unknown" : owners.length === 1,
        yes: `the only owner is ${owners.join("")}`,
        no: `the owners are ${owners.join(", ")}, but a PAT has one resource owner`,
      },
    ],
  },
  {
    id: "apis",
    question: "Do all APIs that the review packages need support fine-grained PATs?",
    source: "settings",
    waysOut: [installApps, narrow],
    statements: ({ requiredApis }) =>
      requiredApis.map(readApi).map((api) => ({
        isSo: isPatApi(api),
        yes: `${describeApi(api)}: supported`,
        no: `${describeApi(api)}: not supported, and a classic PAT is not an alternative`,
      })),
  },
  {
    id: "limits",
    question:
      "Is the token limited to these repositories and permissions, with an expiry and a rotation owner?",
    source: "operator",
    waysOut: ["Choose an expiry and name a person who rotates the token.", installApps, narrow],
    statements: ({ canBeLimited, lifetimeDays, rotationOwner }) => [
      {
        isSo: canBeLimited,
        yes: "it can be limited to these repositories and permissions",
        no: "it cannot be limited to these repositories and permissions",
      },
      {
        isSo: lifetimeDays !== undefined,
        yes: `it expires after ${lifetimeDays ?? 0} days`,
        no: "no expiry is chosen",
      },
      {
        isSo: rotationOwner !== undefined,
        yes: `${rotationOwner ?? ""} rotates it`,
        no: "no rotation owner is named",
      },
    ],
  },
];

function evaluateStatements(statements: readonly Statement[]): PatCondition["state"] {
  if (statements.some(({ isSo }) => isSo === false)) return "broken";
  return statements.every(({ isSo }) => isSo === true) ? "holds" : "unknown";
}

function describe({ isSo, yes, no }: Statement): string {
  return isSo === "unknown" ? `unknown whether ${yes}` : isSo ? yes : no;
}
