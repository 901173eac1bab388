import type { ForgeLogin } from "../forge/forge-cli.ts";
import { tokenVariables } from "../forge/host-profile.ts";
import { explainHowToRenew, explainHowToSignIn } from "../forge/login-advice.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { LoginFacts } from "../forge/resources/login-facts.ts";
import type { Hint } from "../shared/errors.ts";
import { missing, ok, unknown, warning } from "./check.ts";
import type { Found } from "./check.ts";

/** The scopes that setup requires, with the scopes that include them and the purpose of each. */
const wanted = [
  { scope: "repo", or: [], isNeeded: true, what: "secrets, variables, files and runs" },
  { scope: "workflow", or: [], isNeeded: true, what: "the proof workflow" },
  {
    scope: "read:org",
    or: ["write:org", "admin:org"],
    isNeeded: false,
    what: "your role in the organization, and where Apps are installed",
  },
] as const;

/** Compares the scopes of a login with those that setup requires. @see facts/forge.md, "Scopes" */
export function checkScopes({ isTaken, scopes }: LoginFacts, profile: HostProfile): Found {
  if (!isTaken) return unknown("not checked: the API rejected the login token");
  if (!scopes) {
    return unknown("this token has permissions instead of scopes; permissions cannot be listed", [
      explainHowToSignIn(
        profile,
        `Sign in with ${profile.brand.cli.command} to get all required scopes`,
        requiredScopes,
      ),
    ]);
  }
  const lacking = wanted.filter(
    ({ scope, or }) => ![scope, ...or].some((each) => scopes.includes(each)),
  );
  if (lacking.length === 0) return ok(`has ${wanted.map(({ scope }) => scope).join(", ")}`);
  const names = lacking.map(({ scope }) => scope);
  const text = lacking.map(({ scope, what }) => `${scope} (${what})`).join("; ");
  const next = [explainHowToRenew(profile, "Add the missing scopes", names)];
  const isStopped = lacking.some(({ isNeeded }) => isNeeded);
  return isStopped ? missing(text, next) : warning(`missing: ${text}`, next);
}

/** The scopes of a new login that meets all requirements. */
export const requiredScopes = wanted.map(({ scope }) => scope);

/**
 * Returns a hint if an environment variable overrides the stored login: in that case, the CLI
 * cannot change the login.
 */
export function describeShadow(
  profile: HostProfile,
  { source }: Pick<ForgeLogin, "source">,
): Hint[] {
  if (!tokenVariables(profile).includes(source)) return [];
  return [{ text: `First unset ${source}, which overrides the stored login` }];
}
