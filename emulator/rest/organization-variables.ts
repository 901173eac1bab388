import { created, noContent, notFound, ok, Refusal } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalText, readText } from "../http/fields.ts";
import { get, patch, post, remove, type Route } from "../http/routes.ts";
import { settingsOf } from "../state/organization-settings.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import type { Account, OrganizationSettings } from "../state/world.ts";
import { checkVariableName, mostSettings, requireRoom } from "./setting-names.ts";
import { forSettings, readSharing, sharingRoutes, sharingShape } from "./shared-settings.ts";
import { checkValue, pageOfVariables, variableShape } from "./variables.ts";

const all = "/orgs/:org/actions/variables";
const one = `${all}/:name`;
const permission = "organization_actions_variables";

/** Variables that an organization shares with its repositories. */
export const organizationVariableRoutes: Route[] = [
  get(all, forSettings(`${permission}:read`, listVariables)),
  post(all, forSettings(`${permission}:write`, addVariable)),
  get(one, forSettings(`${permission}:read`, showVariable)),
  patch(one, forSettings(`${permission}:write`, changeVariable)),
  remove(one, forSettings(`${permission}:write`, removeVariable)),
  ...sharingRoutes(one, permission, existing),
];

type Shared = OrganizationSettings["variables"][number];

function shape(call: Call, variable: Shared) {
  return { ...variableShape(variable), ...sharingShape(call, variable.name, variable) };
}

function listVariables(call: Call, { settings }: Account) {
  return pageOfVariables(call, settings?.variables ?? [], (each) => shape(call, each));
}

function showVariable(call: Call, organization: Account) {
  return ok(shape(call, existing(call, organization)));
}

function addVariable(call: Call, organization: Account) {
  const body = readBody(call);
  const name = checkVariableName(readText(body, "name"));
  const value = checkValue(readText(body, "value"));
  const sharing = readSharing(call, organization);
  requireFree(organization, name);
  requireRoom(organization.settings?.variables ?? [], mostSettings.variables.organization);
  const at = timestamp(call.forge.now());
  const fresh = { ...sharing, name, value, createdAt: at, updatedAt: at };
  call.forge.change(() => settingsOf(organization).variables.push(fresh));
  return created({});
}

function changeVariable(call: Call, organization: Account) {
  const variable = existing(call, organization);
  const body = readBody(call);
  const name = checkVariableName(readOptionalText(body, "name") ?? variable.name);
  const value = checkValue(readOptionalText(body, "value") ?? variable.value);
  const sharing = readSharing(call, organization, variable);
  if (name !== variable.name) requireFree(organization, name);
  const updatedAt = changeTime(variable.updatedAt, call.forge.now());
  call.forge.change(() => Object.assign(variable, { ...sharing, name, value, updatedAt }));
  return noContent;
}

function removeVariable(call: Call, organization: Account) {
  const gone = existing(call, organization);
  call.forge.change(() => {
    const settings = settingsOf(organization);
    settings.variables = settings.variables.filter((each) => each !== gone);
  });
  return noContent;
}

function requireFree({ settings }: Account, name: string): void {
  if (settings?.variables.some((each) => each.name === name)) {
    throw new Refusal(409, "Already exists - Variable already exists");
  }
}

function existing(call: Call, { settings }: Account): Shared {
  const name = param(call, "name").toUpperCase();
  const found = settings?.variables.find((each) => each.name === name);
  if (!found) throw notFound();
  return found;
}
