import {
  adviseOnPermissions,
  describeDifference,
} from "../../credentials/apps/permission-words.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Hint } from "../../shared/errors.ts";
import { installationLink, permissionsLink } from "../../forge/web-links.ts";
import type { Account } from "../../forge/account.ts";
import type { InstallationVerdict, WantedInstallation } from "./installation.ts";

/** A problem with an installation that an operator must fix. */
export interface InstallationProblem {
  readonly text: string;
  readonly hints: readonly Hint[];
}

export interface InstallationContext {
  readonly profile: HostProfile;
  readonly account: Account;
  /**
   * Whether the operator can install Apps for the account. Otherwise the operator must request the
   * installation.
   */
  readonly isOwner: boolean;
  readonly installLink: string;
  readonly wanted: WantedInstallation;
}

/**
 * Describes the problem with an installation and the next step; undefined if there is no problem.
 */
export function explainInstallation(
  verdict: InstallationVerdict,
  context: InstallationContext,
): InstallationProblem | undefined {
  const { profile, account, wanted } = context;
  if (verdict.state === "exact") return undefined;
  if (verdict.state === "absent") return explainAbsence(context);
  if (verdict.state === "requested") return explainRequest(verdict, context);
  if (verdict.state === "other-account") {
    return {
      text: `It is installed on ${verdict.accounts.join(", ")}, not on ${account.login}.`,
      hints: [{ text: `Install it on ${account.login}`, link: context.installLink }],
    };
  }
  const link = installationLink(profile, account, verdict.installation.id);
  switch (verdict.state) {
    case "suspended":
      return {
        text: "The installation is suspended.",
        hints: [{ text: "Press [ Unsuspend ]", link }],
      };
    case "all-repositories":
      return {
        text: "It is installed on all repositories, which gives it more access than planned.",
        hints: [
          {
            text: `Choose "Only select repositories" with exactly ${wanted.repositories.join(", ")}. Press [ Save ]`,
            link,
          },
        ],
      };
    case "other-repositories":
      return {
        text: [
          ...verdict.missing.map((name) => `${name} is not selected.`),
          ...verdict.extra.map((name) => `${name} is selected but should not be.`),
        ].join(" "),
        hints: [{ text: `${describeCorrection(verdict)}. Press [ Save ]`, link }],
      };
    case "other-permissions":
      return {
        text: `Its permissions differ. ${verdict.differences.map(describeDifference).join("; ")}.`,
        hints: adviseOnPermissions(verdict.differences, {
          settings: permissionsLink(profile, account, verdict.installation.appSlug),
          installation: link,
        }),
      };
  }
}

function describeCorrection({
  missing,
  extra,
}: Extract<InstallationVerdict, { state: "other-repositories" }>): string {
  return [
    ...(missing.length > 0 ? [`Add ${missing.join(", ")}`] : []),
    ...(extra.length > 0 ? [`Remove ${extra.join(", ")}`] : []),
  ].join(". ");
}

/**
 * Describes the state of an installation in a few words. A different description means that the
 * state has changed.
 */
export function describeVerdict(verdict: InstallationVerdict): string {
  switch (verdict.state) {
    case "absent":
      return "not installed yet";
    case "requested":
      return `requested by ${verdict.by}, not approved yet`;
    case "other-account":
      return `installed on ${verdict.accounts.join(", ")}`;
    case "suspended":
      return "installed, but suspended";
    case "all-repositories":
      return "installed on all repositories";
    case "other-repositories":
      return `installed, but ${[
        ...(verdict.missing.length > 0 ? [`without ${verdict.missing.join(", ")}`] : []),
        ...(verdict.extra.length > 0 ? [`with ${verdict.extra.join(", ")}`] : []),
      ].join(" and ")}`;
    case "other-permissions":
      return "installed with different permissions";
    case "exact":
      return "installed correctly";
  }
}

function explainRequest(
  { by, since }: Extract<InstallationVerdict, { state: "requested" }>,
  { account, isOwner, installLink }: InstallationContext,
): InstallationProblem {
  return {
    text: `${by} requested it on ${since.slice(0, 10)}. An owner of ${account.login} must approve it.`,
    hints: [
      {
        text: isOwner
          ? "You are an owner: install it"
          : "Send this link to an owner. Keep the wizard open, or rerun it later",
        link: installLink,
      },
    ],
  };
}

/**
 * A user who is not an owner can only request the installation. It does not exist until an owner
 * approves it.
 */
function explainAbsence({ account, isOwner, installLink }: InstallationContext) {
  if (isOwner) return undefined;
  return {
    text: `You are not an owner of ${account.login}. An owner must approve the installation.`,
    hints: [
      {
        text: "Send this link to an owner. Keep the wizard open, or rerun it later",
        link: installLink,
      },
    ],
  };
}
