import { appRoles } from "../../../credentials/apps/app-role.ts";
import type { AppRole } from "../../../credentials/apps/app-role.ts";
import {
  adviseOnPermissions,
  describeDifference,
} from "../../../credentials/apps/permission-words.ts";
import { appRecords } from "../../../credentials/records.ts";
import type { Hint } from "../../../shared/errors.ts";
import { rotateOptions } from "../../repository/command-line.ts";
import { digestRepositories } from "../../proof/run-proof.ts";
import { enrolledRepositories } from "../../scope/scope.ts";
import { describeDeleted } from "../../setup/app-gone.ts";
import type { AppReport } from "../../proof/proof-workflow.ts";
import { findAppFaults } from "../find-app-faults.ts";
import type { ReportedInstallation } from "../find-app-faults.ts";
import { fail, pass, unknown } from "./check.ts";
import type { CheckId, ReviewCheck } from "./check.ts";
import {
  clientIdOf,
  goneIdOf,
  installationOf,
  isConfigured,
  list,
  reportOf,
  runLink,
  uninstalledIdOf,
  signInAsAdministrator,
} from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";
import { count as formatCount } from "../../../shared/count.ts";

/** Returns five checks for each configured App. */
export function checkApps(checkContext: CheckContext): ReviewCheck[] {
  return appRoles
    .filter((role) => isConfigured(checkContext, role))
    .flatMap((role) => [
      checkKey(checkContext, role),
      checkOwner(checkContext, role),
      checkPermissions(checkContext, role),
      checkCoverage(checkContext, role),
      checkOpenness(checkContext, role),
    ]);
}

function checkKey(checkContext: CheckContext, role: AppRole): ReviewCheck {
  const id: CheckId = `${role}-app-key`;
  const { variables, secrets, command } = checkContext;
  const { variable, secret } = appRecords[role];
  const complete = { text: "Complete the credential", command: command("setup") };
  const missing = [
    ...(variables.isSeen && !variables.value.has(variable) ? [variable] : []),
    ...(secrets.isSeen && !secrets.value.has(secret) ? [secret] : []),
  ];
  if (missing.length > 0) return fail(id, `Not stored: ${list(missing)}.`, complete);
  const stored = clientIdOf(checkContext, role);
  if (stored === undefined) return unknown(id, checkContext.unlisted, signInAsAdministrator);
  return withReport(checkContext, role, id, ({ clientId, slug, keyFingerprint }) =>
    clientId === stored
      ? pass(id, `A run signed in as ${slug} (${clientId}) with the stored key ${keyFingerprint}.`)
      : fail(id, `The key belongs to ${clientId}, but ${variable} is ${stored}.`, complete),
  );
}

/** Checks the owner, because a private App can only be installed on its owner's repositories. */
function checkOwner(checkContext: CheckContext, role: AppRole): ReviewCheck {
  const id: CheckId = `${role}-app-owner`;
  const [wanted = ""] = checkContext.controlRepository.split("/");
  return withReport(checkContext, role, id, ({ owner }) =>
    owner.toLowerCase() === wanted.toLowerCase()
      ? pass(id, `The App and the control repository belong to ${owner}.`)
      : fail(
          id,
          `The App belongs to ${owner}, not to ${wanted}.`,
          { text: `Delete ${appRecords[role].variable} and ${appRecords[role].secret}` },
          { text: `Then create an App owned by ${wanted}`, command: checkContext.command("setup") },
        ),
  );
}

/**
 * Checks the App's permissions, which the organization's list of installations shows even without a
 * run.
 */
function checkPermissions(checkContext: CheckContext, role: AppRole): ReviewCheck {
  const id: CheckId = `${role}-app-permissions`;
  const { settings, scope, command } = checkContext;
  const evaluate = (seen: ReportedInstallation) => {
    const faults = findAppFaults(role, seen, settings);
    const fault = faults.find(({ state }) => state === "other-permissions");
    if (fault?.state === "other-permissions") {
      const { differences } = fault;
      const next = { text: "Then verify the App with setup", command: command("setup") };
      const evidence = `${differences.map(describeDifference).join("; ")}.`;
      return fail(id, evidence, ...adviseOnPermissions(differences), next);
    }
    if (settings.state === "broken") {
      return unknown(id, "The required permissions are unknown without valid settings.");
    }
    const isNarrowed = scope !== undefined && scope.packages.length > 0;
    return pass(
      id,
      `They match the ceiling${isNarrowed ? " for these review packages" : ""} exactly.`,
    );
  };
  const listed = installationOf(checkContext, role);
  return listed ? evaluate(listed) : withReport(checkContext, role, id, evaluate);
}

function checkCoverage(checkContext: CheckContext, role: AppRole): ReviewCheck {
  const id: CheckId = `${role}-app-coverage`;
  const { scope, settings, controlRepository, command } = checkContext;
  if (!scope) return unknown(id, "The required coverage is unknown without settings.");
  const wanted = enrolledRepositories(scope, controlRepository, role);
  const fix: Hint = { text: `Select exactly: ${list(wanted)}`, command: command("setup") };
  const refuse = (seen: ReportedInstallation) => {
    const [fault] = findAppFaults(role, seen, settings);
    if (fault?.state === "suspended") {
      return fail(id, "The installation is suspended.", {
        text: "Unsuspend it on its page",
        command: command("setup"),
      });
    }
    if (fault?.state !== "all-repositories") return undefined;
    return fail(id, "It is installed on all repositories.", fix);
  };
  const listed = installationOf(checkContext, role);
  const refused = listed && refuse(listed);
  if (refused) return refused;
  return withReport(checkContext, role, id, (report) => {
    if (report.repositoriesDigest === digestRepositories(wanted)) {
      return refuse(report) ?? pass(id, `It covers exactly: ${list(wanted)}.`);
    }
    const count = report.repositoryCount;
    const found = `It covers ${formatCount(count, "repository")}`;
    return refuse(report) ?? fail(id, `${found}, not exactly: ${list(wanted)}.`, fix);
  });
}

/**
 * Checks the App's visibility and webhook, which can be changed at any time on the App's settings
 * page. A value that GitHub does not show counts as unknown, not as a failure.
 */
function checkOpenness(checkContext: CheckContext, role: AppRole): ReviewCheck {
  const id: CheckId = `${role}-app-openness`;
  const visibility = checkContext.visibilities.get(role);
  if (visibility === "public") {
    return fail(id, "It is public: anyone can install it.", {
      text: "Make it private on the Advanced page of its settings",
    });
  }
  return withReport(checkContext, role, id, ({ isHooked }) => {
    if (isHooked) {
      return fail(id, "It has a webhook URL.", {
        text: "Deactivate the App's webhook and remove the URL on its settings page",
      });
    }
    if (isHooked === undefined) {
      return unknown(id, "Its webhook setting is not visible.", inspectSettings);
    }
    return visibility === "private" || visibility === "unverified"
      ? pass(id, visibilityWords[visibility])
      : unknown(id, "Its visibility could not be checked without a login.", inspectSettings);
  });
}

const inspectSettings: Hint = { text: "Check the App's settings page, or try again in an hour" };

const visibilityWords = {
  private: "It is private and has no webhook.",
  unverified: "It has no webhook. Its visibility cannot be checked without a login.",
};

/**
 * Evaluates the run's report on an App. The result is unknown if there was no run. A check fails if
 * the run could not use the key, or if the App is not installed.
 */
function withReport(
  checkContext: CheckContext,
  role: AppRole,
  id: CheckId,
  evaluate: (report: AppReport) => ReviewCheck,
): ReviewCheck {
  const report = reportOf(checkContext, role);
  if (!report.isSeen) return unknown(id, report.reason, ...(report.next ?? []));
  if (report.value) return evaluate(report.value);
  const uninstalled = uninstalledIdOf(checkContext, role);
  if (uninstalled !== undefined) return checkUninstalled(checkContext, role, id, uninstalled);
  const gone = goneIdOf(checkContext, role);
  const reason =
    gone === undefined ? "The run could not use the stored key." : describeDeleted(gone);
  const see: Hint = { text: "See the run", link: runLink(checkContext) };
  if (id !== `${role}-app-key`) return unknown(id, reason, see);
  const { command } = checkContext;
  const replace =
    gone === undefined
      ? { text: "Store a new key", command: command("rotate", rotateOptions(`${role}-app`)) }
      : { text: "Create a new App with setup", command: command("setup") };
  return fail(id, reason, see, replace);
}

/** Evaluates an App whose key works, but which is not installed on the control repository. */
function checkUninstalled(
  checkContext: CheckContext,
  role: AppRole,
  id: CheckId,
  clientId: string,
): ReviewCheck {
  const { command, controlRepository } = checkContext;
  const reason = `The App is not installed on ${controlRepository}.`;
  if (id === `${role}-app-key` && clientId === clientIdOf(checkContext, role)) {
    return pass(id, `A run signed in as ${clientId} with the stored key.`);
  }
  return id === `${role}-app-coverage`
    ? fail(id, reason, { text: "Install the App with setup", command: command("setup") })
    : unknown(id, reason, { text: "See the run", link: runLink(checkContext) });
}
