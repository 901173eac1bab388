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

/** The checks of a PAT, when one was chosen. */
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
 * The forge tells policy and approvals to no login. A token that is forbidden or not approved reads public things
 * only: that it read something else is the proof.
 */
function checkPolicy(checkContext: CheckContext, consent: ConsentNote | undefined): ReviewCheck {
  return withReport(checkContext, "pat-policy", ({ discovery }) => {
    const owner = consent?.resourceOwner ?? "the resource owner";
    if (discovery.hidden > 0) {
      const count = `${discovery.hidden} of ${discovery.asked} repositories`;
      return pass("pat-policy", `It read ${count} of ${owner} that are not public.`);
    }
    const approve = {
      say: `Have an owner of ${owner} look at the token's approval and the policy`,
    };
    return discovery.read < discovery.asked
      ? fail("pat-policy", `It reads nothing of ${owner} that is not public.`, approve)
      : unknown("pat-policy", "All repositories are public; those every token reads.", approve);
  });
}

function checkOwner(checkContext: CheckContext, consent: ConsentNote | undefined): ReviewCheck {
  const { scope, controlRepository } = checkContext;
  if (!scope) return unknown("pat-owner", "Without settings, nobody can tell the owners.");
  const owners = ownersOf(enrolledRepositories(scope, controlRepository, "read"));
  const [owner = ""] = owners;
  const isConsented = consent?.resourceOwner.toLowerCase() === owner.toLowerCase();
  if (owners.length !== 1 || !isConsented) {
    const consented = consent?.resourceOwner ?? "none";
    return fail("pat-owner", `Owners: ${list(owners)}; consented to: ${consented}.`, {
      say: "Review the profile again",
      command: checkContext.command("scope"),
    });
  }
  return withReport(checkContext, "pat-owner", ({ discovery }) =>
    discovery.hidden > 0
      ? pass("pat-owner", `${owner} alone: repositories of it that are not public were read.`)
      : unknown("pat-owner", `Nothing that is ${owner}'s alone was read.`, {
          say: "Look at the token's resource owner on its page",
        }),
  );
}

/** A consent is for one token: another end is another token. */
function checkExpiration(
  checkContext: CheckContext,
  consent: ConsentNote | undefined,
): ReviewCheck {
  const { now, command } = checkContext;
  const rotate = { say: "Replace the token", command: command("rotate", rotateOptions("pat")) };
  if (consent && Date.parse(consent.expiresAt) <= now.getTime()) {
    return fail("pat-expiration", `It expired at ${consent.expiresAt}.`, rotate);
  }
  return withReport(checkContext, "pat-expiration", ({ expires }) => {
    const expiry = readTokenExpiry(expires ?? undefined);
    const refusal = refuseExpiry(expiry, now);
    if (refusal !== undefined || expiry.kind !== "at") {
      return fail("pat-expiration", refusal ?? "It has no end.", rotate);
    }
    const at = expiry.at.toISOString();
    if (consent && !isSameMoment(consent.expiresAt, at)) {
      const other = `It expires at ${at}; the consent is for a token until ${consent.expiresAt}.`;
      return fail("pat-expiration", other, rotate);
    }
    const owner = consent?.rotationOwner ?? "nobody";
    const days = daysLeft(expiry.at, now);
    return pass("pat-expiration", `It expires at ${at}, in ${days} days; ${owner} rotates it.`);
  });
}

function checkApis({ scope, command }: CheckContext): ReviewCheck {
  if (!scope) return unknown("pat-apis", "Without settings, nobody can tell the APIs.");
  const apis = requiredApis(scope);
  const gaps = apis.filter((api) => !isPatApi(api));
  return gaps.length === 0
    ? pass("pat-apis", `All of them do: ${list(apis.map(labelOf)) || "none is needed"}.`)
    : fail("pat-apis", `These do not: ${list(gaps.map(labelOf))}.`, {
        say: "Have the Apps installed instead, or narrow the packages",
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
  if (!environment.isSeen) return unknown(id, environment.because);
  if (!environmentSecrets.isSeen) return unknown(id, environmentSecrets.because);
  const name = scope?.environment ?? "";
  const store = { say: "Make it and store the token there", command: command("setup") };
  if (!environment.value) return fail(id, `There is no environment ${name}.`, store);
  const storedAt = environmentSecrets.value.get(patSecret);
  if (storedAt === undefined) return fail(id, `${patSecret} is not stored in ${name}.`, store);
  // The consent is recorded after the token was stored; clocks of two machines may differ.
  const isReplaced =
    consent &&
    Date.parse(storedAt) > Date.parse(consent.consentedAt) + consentSlackMinutes * 60_000;
  if (isReplaced) {
    const rotate = {
      say: "Consent to the new token",
      command: command("rotate", rotateOptions("pat")),
    };
    return fail(id, `The secret was replaced at ${storedAt}, after the consent.`, rotate);
  }
  const { state, words, admitsDefault } = environment.value;
  if (admitsDefault === false) {
    return fail(id, `No run of the default branch may use the environment ${name}: ${words}.`, {
      say: "Let runs of the default branch use it: the workflows of the control plane run there",
    });
  }
  const mend = { say: fixRules };
  if (state === "open")
    return fail(id, `Nothing protects the environment ${name}: ${words}.`, mend);
  return state === "unknown"
    ? unknown(id, `Whether anything protects the environment ${name} is not seen: ${words}.`, mend)
    : pass(id, `Stored in ${name} at ${storedAt}; protected by: ${words}.`);
}

function withReport(
  checkContext: CheckContext,
  id: CheckId,
  judge: (report: TokenReport) => ReviewCheck,
): ReviewCheck {
  const report = tokenReportOf(checkContext, "pat");
  if (!report.isSeen) return unknown(id, report.because, ...(report.next ?? []));
  if (report.value) return judge(report.value);
  const see: Hint[] = [
    { say: "See the run", link: runLink(checkContext) },
    { say: "The default branch has to be among those that may use the environment" },
  ];
  return id === "pat-coverage"
    ? fail(id, "The run could not use the stored token.", ...see)
    : unknown(id, "The run could not use the stored token.", ...see);
}
