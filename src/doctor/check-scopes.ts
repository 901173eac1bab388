import type { ForgeLogin } from "../forge/forge-cli.ts";
import { tokenVariables } from "../forge/host-profile.ts";
import { explainHowToRenew, explainHowToSignIn } from "../forge/login-advice.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import type { LoginFacts } from "../forge/resources/login-facts.ts";
import type { Hint } from "../shared/errors.ts";
import { missing, ok, unknown, warning } from "./check.ts";
import type { Found } from "./check.ts";

/** What a setup asks the forge with them; each scope with those that contain it. */
const wanted = [
  { scope: "repo", or: [], isNeeded: true, what: "secrets, variables, files and runs" },
  { scope: "workflow", or: [], isNeeded: true, what: "the proof workflow" },
  {
    scope: "read:org",
    or: ["write:org", "admin:org"],
    isNeeded: false,
    what: "whether you own the organization, and where Apps are installed",
  },
] as const;

/** Compares the scopes of a login with those that a setup needs. @see facts/forge.md, "Scopes" */
export function checkScopes({ isTaken, scopes }: LoginFacts, profile: HostProfile): Found {
  if (!isTaken) return unknown("not seen: the forge refuses the login");
  if (!scopes) {
    return unknown("this token has permissions instead, which the forge does not tell", [
      explainHowToSignIn(profile, "A login that the forge CLI made has all that is needed", all),
    ]);
  }
  const lacking = wanted.filter(
    ({ scope, or }) => ![scope, ...or].some((each) => scopes.includes(each)),
  );
  if (lacking.length === 0) return ok(`has ${wanted.map(({ scope }) => scope).join(", ")}`);
  const names = lacking.map(({ scope }) => scope);
  const said = lacking.map(({ scope, what }) => `${scope}, for ${what}`).join("; ");
  const next = [explainHowToRenew(profile, "Give the login what it lacks", names)];
  const isStopped = lacking.some(({ isNeeded }) => isNeeded);
  return isStopped ? missing(`lacks ${said}`, next) : warning(`lacks ${said}`, next);
}

const all = wanted.map(({ scope }) => scope);

/** The forge CLI changes no login as long as the environment gives another. */
export function describeShadow(
  profile: HostProfile,
  { source }: Pick<ForgeLogin, "source">,
): Hint[] {
  if (!tokenVariables(profile).includes(source)) return [];
  return [{ say: `First unset ${source}, which comes before the stored login` }];
}
