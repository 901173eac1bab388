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

/** Where Apps are chosen, no run may authenticate by anything else. */
export function checkAppOnly(checkContext: CheckContext): ReviewCheck {
  return withRecords(checkContext, "app-only", ({ choice }, stored) => {
    const { pat } = choice;
    const chosen = chosenRoles(choice);
    if (chosen.length === 0) return reviewNoApp(checkContext, stored);
    if (!pat && holdsPat(stored))
      return fail("app-only", describeUnchosen(stored), ...removePat(stored));
    const reports = chosen.map((role) => ({ role, report: reportOf(checkContext, role) }));
    const unproved = reports.find(({ report }) => !report.isSeen)?.report;
    if (unproved?.isSeen === false) {
      return unknown("app-only", unproved.because, ...(unproved.next ?? []));
    }
    const broken = reports.filter(({ report }) => report.isSeen && !report.value);
    if (broken.length > 0) {
      const names = list(broken.map(({ role }) => `the ${role} App`));
      return fail("app-only", `A run cannot authenticate as ${names}, and would fall through.`, {
        say: "See the checks of that App",
      });
    }
    const after = pat ? "A PAT is only tried after them." : "No PAT is stored.";
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
    ? pass("app-only", "No App is chosen, and no record of one is stored.")
    : fail(
        "app-only",
        `No App is chosen, and these are stored: ${list(found)}.`,
        { say: "Remove these records" },
        { say: "Or choose the Apps", command: command("scope") },
      );
}

function describeUnchosen(stored: StoredNames): string {
  const where = placesOf(stored, "secret", patSecret).map((place) => `the ${place}`);
  return `${patSecret} is stored in ${list(where)}, and no PAT is chosen. A stored PAT is no consent.`;
}

function removePat(stored: StoredNames): Hint[] {
  const strays = findStrayRecords(stored).filter(({ name }) => name === patSecret);
  const own = `Delete the secret ${patSecret} of the environment, and revoke the token`;
  return [
    ...strays.map((stray) => ({ say: adviseOn(stray) })),
    ...(stored.environmentSecrets.has(patSecret) ? [{ say: own }] : []),
  ];
}

/** A PAT stands in only where the App is left out on purpose, all rules allow it, and somebody consented. */
export function checkPatOnly(checkContext: CheckContext): ReviewCheck {
  return withRecords(checkContext, "pat-only", ({ choice, consent }, stored) => {
    if (!choice.pat) {
      return holdsPat(stored)
        ? fail("pat-only", describeUnchosen(stored), ...removePat(stored))
        : pass("pat-only", "No PAT is chosen, and none is stored.");
    }
    const { scope, controlRepository, now, command } = checkContext;
    const review = { say: "Review the profile again", command: command("scope") };
    if (!scope) return unknown("pat-only", "Without settings, eligibility cannot be judged.");
    const owners = ownersOf(enrolledRepositories(scope, controlRepository, "read"));
    const given = validateConsent(consent, {
      resourceOwner: owners[0] ?? "",
      scope: scopeFingerprint(scope),
      now,
    });
    const gaps = requiredApis(scope).filter((api) => !isPatApi(api));
    const isAppChosen = choice.readApp || choice.writeApp;
    const problems = [
      ...(given.isGiven ? [] : [`The consent does not stand: ${given.because}.`]),
      ...(owners.length === 1 ? [] : [`It has one resource owner; there are: ${list(owners)}.`]),
      ...(gaps.length === 0 ? [] : [`No PAT reaches these APIs: ${list(gaps.map(labelOf))}.`]),
      ...(isAppChosen ? [] : findAppRecords(stored)),
      ...(stored.environmentSecrets.has(patSecret)
        ? []
        : [`${patSecret} is not stored in the protected environment.`]),
    ];
    if (problems.length > 0) return fail("pat-only", problems, review);
    const apps = isAppChosen ? "Apps come first, as decided." : "No App is chosen or stored.";
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
    (role) => `The App was to be absent, and a record of the ${role} App is stored.`,
  );
}

/** For each purpose, the credential that a run takes is the one that was chosen. */
export function checkPrecedence(checkContext: CheckContext): ReviewCheck {
  return withRecords(checkContext, "precedence", ({ choice }, stored) => {
    const problems = findPrecedenceProblems(choice, stored);
    if (problems.length === 0) return pass("precedence", ...describeChains(stored));
    return fail(
      "precedence",
      [...problems.map(({ because }) => `${because}.`), ...describeChains(stored)],
      ...findStrayRecords(stored).map((stray) => ({ say: adviseOn(stray) })),
      ...fixChoice(checkContext, choice, stored),
    );
  });
}

/** What is not there is made; what is there and was not chosen is deleted, or chosen. */
function fixChoice({ command }: CheckContext, choice: ProfileChoice, stored: StoredNames): Hint[] {
  const available = findCredentials(stored);
  const chosen = chosenRoles(choice);
  const isWhole = (role: AppRole) => available.has(`${role}-app`);
  const unchosen = appRoles.filter((role) => isWhole(role) && !chosen.includes(role));
  return [
    ...(choice.pat ? [] : removePat(stored)),
    ...(chosen.every(isWhole) ? [] : [{ say: "Complete the record", command: command("setup") }]),
    ...(unchosen.length === 0
      ? []
      : [
          {
            say: "Delete the records that were not chosen, or choose them",
            command: command("scope"),
          },
        ]),
  ];
}

function holdsPat(stored: StoredNames): boolean {
  return isStored(stored, "secret", patSecret);
}

/** In whichever place: a run finds it there. */
function isStored(...record: Parameters<typeof placesOf>): boolean {
  return placesOf(...record).length > 0;
}

/** These checks compare what was decided with what is stored: without either, they are unknown. */
function withRecords(
  checkContext: CheckContext,
  id: CheckId,
  judge: (decision: Decision, stored: StoredNames) => ReviewCheck,
): ReviewCheck {
  const { decided, stored, unlisted, command } = checkContext;
  if (!decided) {
    const decide = { say: "Decide on a profile", command: command("scope") };
    return unknown(id, "Nothing is decided that it could be held against.", decide);
  }
  if (!stored) {
    return unknown(id, unlisted, signInAsAdministrator);
  }
  return judge(decided, stored);
}
