import { chosenRoles } from "../../../credentials/profile/choice.ts";
import type { ProfileChoice } from "../../../credentials/profile/choice.ts";
import { appRoles } from "../../../credentials/apps/app-role.ts";
import type { AppRole } from "../../../credentials/apps/app-role.ts";
import type { Hint } from "../../../shared/errors.ts";
import { validateConsent } from "../../../credentials/pat/consent.ts";
import { labelOf } from "../../../credentials/apps/permission-words.ts";
import { isPatApi } from "../../../credentials/profile/apis.ts";
import { findCredentials, findPrecedenceProblems } from "../../../credentials/precedence.ts";
import { adviseOn, findStrayRecords, placesOf } from "../../../credentials/stray-records.ts";
import type { StoredNames } from "../../../credentials/stray-records.ts";
import { appRecords, patSecret } from "../../../credentials/records.ts";
import type { Decision } from "../../scope/decision.ts";
import { ownersOf } from "../../scope/owners.ts";
import { enrolledRepositories, requiredApis, scopeFingerprint } from "../../scope/scope.ts";
import { describeChains } from "./chains.ts";
import { fail, pass, unknown } from "./check.ts";
import type { CheckId, ReviewCheck } from "./check.ts";
import { list, reportOf, signInAsAdministrator } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";

/** Checks that runs authenticate only as Apps if Apps were chosen. */
export function checkAppOnly(checkContext: CheckContext): ReviewCheck {
  return withRecords(checkContext, "app-only", ({ choice }, stored) => {
    const { pat } = choice;
    const chosen = chosenRoles(choice);
    if (chosen.length === 0) return reviewNoApp(checkContext, stored);
    if (!pat && hasPat(stored))
      return fail("app-only", describeUnchosen(stored), ...removePat(stored));
    const reports = chosen.map((role) => ({ role, report: reportOf(checkContext, role) }));
    const unproved = reports.find(({ report }) => !report.isSeen)?.report;
    if (unproved?.isSeen === false) {
      return unknown("app-only", unproved.reason, ...(unproved.next ?? []));
    }
    const broken = reports.filter(({ report }) => report.isSeen && !report.value);
    if (broken.length > 0) {
      const names = list(broken.map(({ role }) => `the ${role} App`));
      return fail(
        "app-only",
        `A run cannot authenticate as ${names}, so it would use a weaker credential.`,
        {
          text: "See the checks for each App",
        },
      );
    }
    const after = pat ? "A PAT is tried only after the Apps." : "No PAT is stored.";
    return pass(
      "app-only",
      `A run authenticated as ${list(chosen.map((role) => `the ${role} App`))}. ${after}`,
    );
  });
}

function reviewNoApp({ command }: CheckContext, stored: StoredNames): ReviewCheck {
  const found = appRoles.flatMap((role) => {
    const { variable, secret } = appRecords[role];
    return [
      ...(isStored(stored, "variable", variable) ? [variable] : []),
      ...(isStored(stored, "secret", secret) ? [secret] : []),
    ];
  });
  return found.length === 0
    ? pass("app-only", "No App is chosen, and no App record is stored.")
    : fail(
        "app-only",
        `No App is chosen, but these records are stored: ${list(found)}.`,
        { text: "Delete these records" },
        { text: "Or choose the Apps", command: command("scope") },
      );
}

function describeUnchosen(stored: StoredNames): string {
  const where = placesOf(stored, "secret", patSecret).map((location) => `the ${location}`);
  return `${patSecret} is stored in ${list(where)}, but no PAT is chosen. A stored PAT does not count as consent.`;
}

function removePat(stored: StoredNames): Hint[] {
  const strays = findStrayRecords(stored).filter(({ name }) => name === patSecret);
  const own = `Delete the secret ${patSecret} from the environment, and revoke the token`;
  return [
    ...strays.map((stray) => ({ text: adviseOn(stray) })),
    ...(stored.environmentSecrets.has(patSecret) ? [{ text: own }] : []),
  ];
}

/**
 * Checks that a PAT is used only if the App is omitted on purpose, all rules allow the PAT, and the
 * operator consented.
 */
export function checkPatOnly(checkContext: CheckContext): ReviewCheck {
  return withRecords(checkContext, "pat-only", ({ choice, consent }, stored) => {
    if (!choice.pat) {
      return hasPat(stored)
        ? fail("pat-only", describeUnchosen(stored), ...removePat(stored))
        : pass("pat-only", "No PAT is chosen, and none is stored.");
    }
    const { scope, controlRepository, now, command } = checkContext;
    const review = { text: "Review the profile again", command: command("scope") };
    if (!scope) return unknown("pat-only", "Eligibility is unknown without settings.");
    const owners = ownersOf(enrolledRepositories(scope, controlRepository, "read"));
    const given = validateConsent(consent, {
      resourceOwner: owners[0] ?? "",
      scope: scopeFingerprint(scope),
      now,
    });
    const gaps = requiredApis(scope).filter((api) => !isPatApi(api));
    const isAppChosen = choice.readApp || choice.writeApp;
    const problems = [
      ...(given.isGiven ? [] : [`The consent is invalid: ${given.reason}.`]),
      ...(owners.length === 1
        ? []
        : [`A PAT has one resource owner, but the scope has: ${list(owners)}.`]),
      ...(gaps.length === 0 ? [] : [`These APIs do not support PATs: ${list(gaps.map(labelOf))}.`]),
      ...(isAppChosen ? [] : findAppRecords(stored)),
      ...(stored.environmentSecrets.has(patSecret)
        ? []
        : [`${patSecret} is not stored in the protected environment.`]),
    ];
    if (problems.length > 0) return fail("pat-only", problems, review);
    const apps = isAppChosen ? "Apps take precedence, as decided." : "No App is chosen or stored.";
    return pass("pat-only", `${apps} ${consent?.operator} consented at ${consent?.consentedAt}.`);
  });
}

function findAppRecords(stored: StoredNames): string[] {
  const found = appRoles.filter(
    (role) =>
      isStored(stored, "variable", appRecords[role].variable) ||
      isStored(stored, "secret", appRecords[role].secret),
  );
  return found.map(
    (role) => `The profile excludes the ${role} App, but one of its records is stored.`,
  );
}

/** Checks that a run uses the chosen credential for each purpose. */
export function checkPrecedence(checkContext: CheckContext): ReviewCheck {
  return withRecords(checkContext, "precedence", ({ choice }, stored) => {
    const problems = findPrecedenceProblems(choice, stored);
    if (problems.length === 0) return pass("precedence", ...describeChains(stored));
    return fail(
      "precedence",
      [...problems.map(({ reason }) => `${reason}.`), ...describeChains(stored)],
      ...findStrayRecords(stored).map((stray) => ({ text: adviseOn(stray) })),
      ...fixChoice(checkContext, choice, stored),
    );
  });
}

/**
 * Suggests fixes: create chosen credentials that are missing, and delete or choose stored
 * credentials that were not chosen.
 */
function fixChoice({ command }: CheckContext, choice: ProfileChoice, stored: StoredNames): Hint[] {
  const available = findCredentials(stored);
  const chosen = chosenRoles(choice);
  const isAvailable = (role: AppRole) => available.has(`${role}-app`);
  const unchosen = appRoles.filter((role) => isAvailable(role) && !chosen.includes(role));
  return [
    ...(choice.pat ? [] : removePat(stored)),
    ...(chosen.every(isAvailable)
      ? []
      : [{ text: "Complete the credential", command: command("setup") }]),
    ...(unchosen.length === 0
      ? []
      : [
          {
            text: "Delete the records that were not chosen, or choose them",
            command: command("scope"),
          },
        ]),
  ];
}

function hasPat(stored: StoredNames): boolean {
  return isStored(stored, "secret", patSecret);
}

/** Returns whether a record is stored in any location that runs search. */
function isStored(...record: Parameters<typeof placesOf>): boolean {
  return placesOf(...record).length > 0;
}

/**
 * Runs a check that compares the decision with the stored records. The result is unknown if either
 * is missing.
 */
function withRecords(
  checkContext: CheckContext,
  id: CheckId,
  evaluate: (decision: Decision, stored: StoredNames) => ReviewCheck,
): ReviewCheck {
  const { decided, stored, unlisted, command } = checkContext;
  if (!decided) {
    const decide = { text: "Choose a profile", command: command("scope") };
    return unknown(id, "No profile was chosen, so there is nothing to compare.", decide);
  }
  if (!stored) {
    return unknown(id, unlisted, signInAsAdministrator);
  }
  return evaluate(decided, stored);
}
