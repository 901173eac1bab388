import { forRepository } from "../auth/doors.ts";
import { created, invalid, noContent, notFound, ok, Refusal } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readOptionalText, readText } from "../http/fields.ts";
import { page, variablePages } from "../http/paging.ts";
import { get, patch, post, remove, type Route } from "../http/routes.ts";
import { settingsFor } from "../state/organization-settings.ts";
import type { Environment, Repository, Variable } from "../state/repository.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { environmentOf } from "./environments.ts";
import { checkVariableName, mostBytes, mostSettings, requireRoom } from "./setting-names.ts";

/** The owner of variables: a repository or one of its environments. */
type Holder = Repository | Environment;
type FindHolder = (call: Call, repository: Repository) => Holder;

export const variableRoutes: Route[] = [
  get(
    "/repos/:owner/:repo/actions/organization-variables",
    forRepository("actions_variables:read", listShared),
  ),
  ...routesAt("/repos/:owner/:repo/actions", "actions_variables", (_, repository) => repository),
  ...routesAt("/repos/:owner/:repo/environments/:environment", "environments", environmentOf),
];

function routesAt(base: string, permission: string, holder: FindHolder): Route[] {
  const one = `${base}/variables/:name`;
  const reading = (handle: (call: Call, holder: Holder) => ReturnType<typeof ok>) =>
    forRepository(`${permission}:read`, (call, repository) =>
      handle(call, holder(call, repository)),
    );
  const writing = (handle: (call: Call, holder: Holder) => ReturnType<typeof ok>) =>
    forRepository(`${permission}:write`, (call, repository) =>
      handle(call, holder(call, repository)),
    );
  return [
    get(`${base}/variables`, reading(listVariables)),
    post(`${base}/variables`, writing(addVariable)),
    get(
      one,
      reading((call, held) => ok(variableShape(existing(call, held)))),
    ),
    patch(one, writing(changeVariable)),
    remove(one, writing(removeVariable)),
  ];
}

function listVariables(call: Call, { variables }: Pick<Holder, "variables">) {
  return pageOfVariables(call, variables, variableShape);
}

/**
 * Lists the organization's variables that this repository receives, but not the other repositories
 * that receive them: [oas].
 */
function listShared(call: Call, repository: Repository) {
  return listVariables(call, settingsFor(call.forge.world, repository) ?? { variables: [] });
}

/** Returns a page of variables. These pages are smaller than others: [oas]. */
export function pageOfVariables<T extends Variable>(
  call: Call,
  variables: readonly T[],
  shape: (variable: T) => object,
) {
  const wrap = (shown: readonly T[], total: number) => ({
    total_count: total,
    variables: shown.map(shape),
  });
  return page(call, variables, wrap, variablePages);
}

function addVariable(call: Call, holder: Holder) {
  const body = readBody(call);
  const name = checkVariableName(readText(body, "name"));
  const value = checkValue(readText(body, "value"));
  if (holder.variables.some((each) => each.name === name)) {
    throw new Refusal(409, "Already exists - Variable already exists");
  }
  const { repository, environment } = mostSettings.variables;
  requireRoom(holder.variables, "environments" in holder ? repository : environment);
  const at = timestamp(call.forge.now());
  call.forge.change(() => holder.variables.push({ name, value, createdAt: at, updatedAt: at }));
  return created({});
}

function changeVariable(call: Call, holder: Holder) {
  const variable = existing(call, holder);
  const body = readBody(call);
  const name = checkVariableName(readOptionalText(body, "name") ?? variable.name);
  const value = checkValue(readOptionalText(body, "value") ?? variable.value);
  if (holder.variables.some((each) => each.name === name && each !== variable)) {
    throw new Refusal(409, "Already exists - Variable already exists");
  }
  const updatedAt = changeTime(variable.updatedAt, call.forge.now());
  call.forge.change(() => Object.assign(variable, { name, value, updatedAt }));
  return noContent;
}

function removeVariable(call: Call, holder: Holder) {
  const variable = existing(call, holder);
  call.forge.change(() => {
    holder.variables = holder.variables.filter((each) => each !== variable);
  });
  return noContent;
}

function existing(call: Call, { variables }: Holder): Variable {
  const name = param(call, "name").toUpperCase();
  const found = variables.find((each) => each.name === name);
  if (!found) throw notFound();
  return found;
}

export function checkValue(value: string): string {
  if (Buffer.byteLength(value) > mostBytes) throw invalid("Variable value is too large.", "value");
  return value;
}

export function variableShape({ name, value, createdAt, updatedAt }: Variable) {
  return { name, value, created_at: createdAt, updated_at: updatedAt };
}
