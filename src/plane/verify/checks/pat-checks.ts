import { rotateOptions } from "../../repository/command-line.ts";
import type { ConsentNote } from "../../../credentials/pat/consent.ts";
import {
  daysLeft,
  isSameMoment,
  readTokenExpiry,
  refuseExpiry,
} from "../../../credentials/pat/expiry.ts";
import { isPatApi } from "../../../credentials/profile/apis.ts";
import { labelOf } from "../../../credentials/apps/permission-words.ts";
import { patSecret } from "../../../credentials/records.ts";
import type { Hint } from "../../../shared/errors.ts";
import { ownersOf } from "../../scope/owners.ts";
import { fixRules } from "../../repository/environment-protection.ts";
import { enrolledRepositories, requiredApis } from "../../scope/scope.ts";
import type { TokenReport } from "../../proof/proof-workflow.ts";
import { fail, pass, unknown } from "./check.ts";
import type { CheckId, ReviewCheck } from "./check.ts";
import { list, runLink, tokenReportOf } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";
import { reviewReach } from "./reach.ts";

/** Returns the checks of the PAT; empty if the decision does not include a PAT. */
export function checkPat(checkContext: CheckContext): ReviewCheck[] {
  if (!checkContext.decided?.choice.pat) return [];
  const { consent } = checkContext.decided;
  return [
    withReport(checkContext, "pat-coverage", ({ discovery }) =>
      reviewReach(checkContext, "pat-coverage", discovery),
    ),
    checkPolicy(checkContext, consent),
    checkOwner(checkContext, consent),
    checkExpiration(checkContext, consent),
    checkApis(checkContext),
    checkEnvironment(checkContext, consent),
  ];
}

/**
 * Checks policy and approval, which GitHub does not show to any account. A forbidden or unapproved
 * token can read only public data, so reading a non-public repository proves both.
 */
function checkPolicy(checkContext: CheckContext, consent: ConsentNote | undefined): ReviewCheck {
  return withReport(checkContext, "pat-policy", ({ discovery }) => {
    const owner = consent?.resourceOwner ?? "the resource owner";
    if (discovery.hidden > 0) {
      const count = `${discovery.hidden} of ${discovery.asked}`;
      return pass("pat-policy", `It read non-public repositories of ${owner}: ${count}.`);
    }
    const approve = {
      text: `Ask an owner of ${owner} to check the token's approval and the policy`,
    };
    return discovery.read < discovery.asked
      ? fail("pat-policy", `It cannot read any non-public repository of ${owner}.`, approve)
      : unknown(
          "pat-policy",
          "All repositories are public, and every token can read those.",
          approve,
        );
  });
}

function checkOwner(checkContext: CheckContext, consent: ConsentNote | undefined): ReviewCheck {
  const { scope, controlRepository } = checkContext;
  if (!scope) return unknown("pat-owner", "The owners are unknown without settings.");
  const owners = ownersOf(enrolledRepositories(scope, controlRepository, "read"));
  const [owner = ""] = owners;
  const isConsented = consent?.resourceOwner.toLowerCase() === owner.toLowerCase();
  if (owners.length !== 1 || !isConsented) {
    const consented = consent?.resourceOwner ?? "none";
    return fail("pat-owner", `Owners: ${list(owners)}; consented to: ${consented}.`, {
      text: "Review the profile again",
      command: checkContext.command("scope"),
    });
  }
  return withReport(checkContext, "pat-owner", ({ discovery }) =>
    discovery.hidden > 0
      ? pass("pat-owner", `Only ${owner}: the token read non-public repositories.`)
      : unknown("pat-owner", `The token did not read any non-public repository of ${owner}.`, {
          text: "Check the resource owner on the token's page",
        }),
  );
}

/** Checks the expiry. Consent covers one token, and a different expiry means a different token. */
function checkExpiration(
  checkContext: CheckContext,
  consent: ConsentNote | undefined,
): ReviewCheck {
  const { now, command } = checkContext;
  const rotate = { text: "Replace the token", command: command("rotate", rotateOptions("pat")) };
  if (consent && Date.parse(consent.expiresAt) <= now.getTime()) {
    return fail("pat-expiration", `It expired at ${consent.expiresAt}.`, rotate);
  }
  return withReport(checkContext, "pat-expiration", ({ expires }) => {
    const expiry = readTokenExpiry(expires ?? undefined);
    const refusal = refuseExpiry(expiry, now);
    if (refusal !== undefined || expiry.kind !== "at") {
      return fail("pat-expiration", refusal ?? "It never expires.", rotate);
    }
    const at = expiry.at.toISOString();
    if (consent && !isSameMoment(consent.expiresAt, at)) {
      const other = `It expires at ${at}, but the consent covers a token that expires at ${consent.expiresAt}.`;
      return fail("pat-expiration", other, rotate);
    }
    const owner = consent?.rotationOwner ?? "not set";
    const days = daysLeft(expiry.at, now);
    return pass(
      "pat-expiration",
      `It expires at ${at}, in ${days} days. Rotation owner: ${owner}.`,
    );
  });
}

function checkApis({ scope, command }: CheckContext): ReviewCheck {
  if (!scope) return unknown("pat-apis", "The required APIs are unknown without settings.");
  const apis = requiredApis(scope);
  const gaps = apis.filter((api) => !isPatApi(api));
  return gaps.length === 0
    ? pass("pat-apis", `All are supported: ${list(apis.map(labelOf)) || "none required"}.`)
    : fail("pat-apis", `Not supported: ${list(gaps.map(labelOf))}.`, {
        text: "Install the Apps instead, or remove review packages",
        command: command("scope"),
      });
}

const consentSlackMinutes = 10;

function checkEnvironment(
  checkContext: CheckContext,
  consent: ConsentNote | undefined,
): ReviewCheck {
  const id = "pat-environment";
  const { environment, environmentSecrets, scope, command } = checkContext;
  if (!environment.isSeen) return unknown(id, environment.reason);
  if (!environmentSecrets.isSeen) return unknown(id, environmentSecrets.reason);
  const name = scope?.environment ?? "";
  const store = {
    text: "Create the environment and store the token in it",
    command: command("setup"),
  };
  if (!environment.value) return fail(id, `Environment ${name} not found.`, store);
  const storedAt = environmentSecrets.value.get(patSecret);
  if (storedAt === undefined) return fail(id, `${patSecret} is not stored in ${name}.`, store);
  // A token that was stored after the consent is a different token. The slack allows for
  // differences between the clocks of two machines.
  const isReplaced =
    consent &&
    Date.parse(storedAt) > Date.parse(consent.consentedAt) + consentSlackMinutes * 60_000;
  if (isReplaced) {
    const rotate = {
      text: "Consent to the new token",
      command: command("rotate", rotateOptions("pat")),
    };
    return fail(id, `The secret was replaced at ${storedAt}, after the consent.`, rotate);
  }
  const { state, words, admitsDefault } = environment.value;
  if (admitsDefault === false) {
    return fail(id, `Runs of the default branch cannot use the environment ${name}: ${words}.`, {
      text: "Allow the default branch: the control plane's workflows run on it",
    });
  }
  const fix = { text: fixRules };
  if (state === "open") return fail(id, `The environment ${name} is not protected: ${words}.`, fix);
  return state === "unknown"
    ? unknown(id, `The protection of the environment ${name} is not visible: ${words}.`, fix)
    : pass(id, `Stored in ${name} at ${storedAt}; protected by: ${words}.`);
}

function withReport(
  checkContext: CheckContext,
  id: CheckId,
  evaluate: (report: TokenReport) => ReviewCheck,
): ReviewCheck {
  const report = tokenReportOf(checkContext, "pat");
  if (!report.isSeen) return unknown(id, report.reason, ...(report.next ?? []));
  if (report.value) return evaluate(report.value);
  const see: Hint[] = [
    { text: "See the run", link: runLink(checkContext) },
    { text: "Check that the environment allows the default branch" },
  ];
  return id === "pat-coverage"
    ? fail(id, "The run could not use the stored token.", ...see)
    : unknown(id, "The run could not use the stored token.", ...see);
}
