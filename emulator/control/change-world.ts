import { invalid, notFound } from "../http/reply.ts";
import type { Forge } from "../http/call.ts";
import { readOptionalFlag, readOptionalWord, type Fields } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import type { Resource } from "../http/rate-limits.ts";
import { findAccount, findOrganization, findRepository, sameName } from "../state/find.ts";
import { features, repositoryRoles, type Repository } from "../state/repository.ts";
import type { Account, World } from "../state/world.ts";

/**
 * Changes settings that only the operators of a forge can change: `{ organizations: { acme: { plan,
 * billing, members: { mona: "member" }, tokensNeedApproval, fineGrainedTokens, singleSignOn } },
 * repositories: { "acme/web": { visibility, collaborators, issues, pullRequests, actions } },
 * switches: {…}, limits: { "user:mona": { core: { limit, remaining, reset } } } }`
 */
export function changeWorld(forge: Forge, wanted: Fields): void {
  forge.change((world) => {
    for (const [login, change] of entriesOf(wanted, "organizations")) {
      const organization = findOrganization(world, login);
      if (!organization) throw notFound();
      changeOrganization(world, organization, change);
    }
    for (const [name, change] of entriesOf(wanted, "repositories")) {
      const repository = findRepository(world, name);
      if (!repository) throw notFound();
      const visibility = readOptionalWord(change, "visibility", ["public", "private", "internal"]);
      if (visibility) repository.visibility = visibility;
      for (const feature of features) {
        const isOn = readOptionalFlag(change, feature);
        const off = (repository.switchedOff ?? []).filter((each) => each !== feature);
        if (isOn !== undefined) repository.switchedOff = isOn ? off : [...off, feature];
      }
      if (isRecord(change["collaborators"])) invite(repository, change["collaborators"]);
    }
    if (isRecord(wanted["switches"])) changeSwitches(world, wanted["switches"]);
  });
  for (const [who, budgets] of entriesOf(wanted, "limits")) setLimits(forge, who, budgets);
}

/**
 * Sets the roles of collaborators, in addition to their roles in the organization: `{ mona: "admin"
 * }`.
 */
function invite(repository: Repository, people: Fields): void {
  for (const login of Object.keys(people)) {
    const role = readOptionalWord(people, login, repositoryRoles);
    if (role) repository.collaborators.push({ login, role });
  }
}

function entriesOf(wanted: Fields, name: string): [string, Fields][] {
  const part = wanted[name];
  if (part === undefined) return [];
  if (!isRecord(part)) throw invalid(`"${name}" is not an object.`);
  return Object.entries(part).map(([key, value]) => {
    if (!isRecord(value)) throw invalid(`"${name}.${key}" is not an object.`);
    return [key, value];
  });
}

function changeOrganization(world: World, organization: Account, change: Fields): void {
  const plan = readOptionalWord(change, "plan", ["free", "team", "enterprise"]);
  const policy = readOptionalWord(change, "fineGrainedTokens", ["allowed", "forbidden"]);
  const signOn = readOptionalWord(change, "singleSignOn", ["required", "off"]);
  if (signOn) organization.singleSignOn = signOn;
  const needApproval = readOptionalFlag(change, "tokensNeedApproval");
  if (plan) organization.plan = plan;
  if (policy) organization.fineGrainedTokens = policy;
  if (needApproval !== undefined) organization.tokensNeedApproval = needApproval;
  if (change["billing"] === null) delete organization.billing;
  if (isRecord(change["billing"])) organization.billing = readBilling(change["billing"]);
  const members = isRecord(change["members"]) ? change["members"] : {};
  for (const login of Object.keys(members)) {
    const role =
      members[login] === null ? null : readOptionalWord(members, login, ["admin", "member"]);
    if (role !== undefined) setRole(world, { organization: organization.login, user: login, role });
  }
}

function readBilling(fields: Fields): NonNullable<Account["billing"]> {
  const settings = ["assign_all", "assign_selected", "disabled", "unconfigured"] as const;
  const setting = readOptionalWord(fields, "setting", settings) ?? "unconfigured";
  return { total: typeof fields["total"] === "number" ? fields["total"] : 0, setting };
}

/**
 * Sets a user's role in the organization. Without a role, the user is removed from the
 * organization.
 */
function setRole(
  world: World,
  {
    organization,
    user,
    role,
  }: { organization: string; user: string; role: "admin" | "member" | null },
): void {
  if (!findAccount(world, user)) throw notFound();
  world.memberships = world.memberships.filter(
    (each) => !sameName(each.organization, organization) || !sameName(each.user, user),
  );
  if (role) world.memberships.push({ organization, user, role, state: "active" });
}

function changeSwitches(world: World, change: Fields): void {
  const { switches } = world;
  switches.rateLimits = readOptionalFlag(change, "rateLimits") ?? switches.rateLimits;
  const mayWriteVariables = readOptionalFlag(change, "actionsWriteVariables");
  if (mayWriteVariables !== undefined) switches.actionsWriteVariables = mayWriteVariables;
  switches.organizationInstallationsScope =
    readOptionalWord(change, "organizationInstallationsScope", ["read:org", "admin:org"]) ??
    switches.organizationInstallationsScope;
  switches.installationTokens =
    readOptionalWord(change, "installationTokens", ["short", "long"]) ??
    switches.installationTokens;
}

const resources: readonly Resource[] = ["core", "search", "graphql", "integration_manifest"];

function setLimits({ limits }: Forge, who: string, budgets: Fields): void {
  for (const resource of resources) {
    const wanted = budgets[resource];
    if (!isRecord(wanted)) continue;
    const { limit, remaining, reset } = wanted;
    limits.set(who, resource, {
      ...(typeof limit === "number" && { limit }),
      ...(typeof remaining === "number" && { remaining }),
      ...(typeof reset === "number" && { reset }),
    });
  }
}
