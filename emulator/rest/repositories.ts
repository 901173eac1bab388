import { roleInRepository } from "../auth/access.ts";
import { forRepository, forUser, refuseArchived, type UserCall } from "../auth/doors.ts";
import { accepted, created, noContent, notFound, ok, Refusal } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import {
  readBody,
  readOptionalFlag,
  readOptionalText,
  readOptionalWord,
  readText,
} from "../http/fields.ts";
import { get, patch, post, remove, type Route } from "../http/routes.ts";
import { simpleUser } from "../shapes/account.ts";
import { fullRepository, minimalRepository } from "../shapes/repository.ts";
import { findAccount, findOrganization, owns } from "../state/find.ts";
import { leaveInstallations, moveRepository } from "../state/moves.ts";
import type { Repository } from "../state/repository.ts";
import { changeTime } from "../state/timestamp.ts";
import { addRepository, checkFree, spellName } from "./new-repository.ts";
import { listOwnRepositories } from "./own-repositories.ts";

export const repositoryRoutes: Route[] = [
  get("/user/repos", forUser(listOwnRepositories)),
  post(
    "/user/repos",
    forUser((call, user) => createRepository(call, user.login)),
  ),
  post("/orgs/:org/repos", forUser(addOrganizationRepository)),
  get("/repos/:owner/:repo", forRepository("metadata:read", showRepository)),
  patch(
    "/repos/:owner/:repo",
    forRepository("administration:write", changeRepository, { whenArchived: "open" }),
  ),
  remove(
    "/repos/:owner/:repo",
    forRepository("administration:write", removeRepository, {
      whenArchived: "open",
      scope: "delete_repo",
    }),
  ),
  post("/repos/:owner/:repo/transfer", forRepository("administration:write", transfer)),
  get(
    "/repos/:owner/:repo/collaborators/:username/permission",
    forRepository("metadata:read", showPermission),
  ),
];

const visibilities = ["public", "private", "internal"] as const;

function roleOfCaller({ caller, forge }: Call, repository: Repository) {
  return "user" in caller
    ? roleInRepository(forge.world, caller.user.login, repository)
    : undefined;
}

function showRepository(call: Call, repository: Repository) {
  const role = roleOfCaller(call, repository) ?? ("user" in call.caller ? "pull" : undefined);
  return ok(fullRepository(call.urls, call.forge.world, { repository, role }));
}

function addOrganizationRepository(call: UserCall) {
  const organization = findOrganization(call.forge.world, param(call, "org"));
  if (!organization) throw notFound();
  if (!owns(call.forge.world, call.caller.user.login, organization.login)) {
    throw new Refusal(
      403,
      "You need admin access to the organization before adding a repository to it.",
    );
  }
  return createRepository(call, organization.login);
}

function createRepository(call: UserCall, owner: string) {
  const body = readBody(call);
  const visibility =
    readOptionalWord(body, "visibility", visibilities) ??
    (readOptionalFlag(body, "private") ? "private" : "public");
  const repository = addRepository(call, owner, {
    name: readText(body, "name"),
    visibility,
    description: readOptionalText(body, "description") ?? null,
    hasReadme: readOptionalFlag(body, "auto_init") ?? false,
  });
  return created(fullRepository(call.urls, call.forge.world, { repository, role: "admin" }));
}

function changeRepository(call: Call, repository: Repository) {
  const body = readBody(call);
  const visibility =
    readOptionalWord(body, "visibility", visibilities) ??
    { true: "private" as const, false: "public" as const }[String(body["private"])];
  const archived = readOptionalFlag(body, "archived");
  if (archived !== false) refuseArchived(repository);
  const description = readOptionalText(body, "description");
  const name = spellName(readOptionalText(body, "name") ?? repository.name);
  checkFree(call, { owner: repository.owner, name }, repository);
  const updatedAt = changeTime(repository.updatedAt, call.forge.now());
  call.forge.change((world) => {
    moveRepository(world, repository, { name });
    Object.assign(repository, {
      ...(visibility && { visibility }),
      ...(archived !== undefined && { archived }),
      ...(description !== undefined && { description }),
      updatedAt,
    });
  });
  return showRepository(call, repository);
}

/**
 * Transfers a repository. The response is created before the transfer, so it still names the former
 * owner.
 */
function transfer(call: Call, repository: Repository) {
  const { caller, forge, urls } = call;
  const body = readBody(call);
  const account = findAccount(forge.world, readText(body, "new_owner"));
  const mayBeDeleted =
    account && "user" in caller && owns(forge.world, caller.user.login, account.login);
  if (!mayBeDeleted) throw new Refusal(422, "Validation Failed");
  const name = spellName(readOptionalText(body, "new_name") ?? repository.name);
  checkFree(call, { owner: account.login, name });
  const before = minimalRepository(urls, forge.world, repository);
  forge.change((world) => moveRepository(world, repository, { owner: account.login, name }));
  return accepted(before);
}

function removeRepository({ forge }: Call, repository: Repository) {
  forge.change((world) => {
    world.repositories = world.repositories.filter((each) => each !== repository);
    leaveInstallations(world, repository);
  });
  return noContent;
}

function showPermission(call: Call, repository: Repository) {
  const { forge, urls } = call;
  const user = findAccount(forge.world, param(call, "username"));
  if (user?.type !== "User") throw notFound();
  const role = roleInRepository(forge.world, user.login, repository);
  const isOpen = repository.visibility === "public";
  const permission = {
    pull: "read",
    triage: "read",
    push: "write",
    maintain: "write",
    admin: "admin",
  };
  return ok({
    permission: role ? permission[role] : isOpen ? "read" : "none",
    role_name: role ? { ...permission, triage: "triage", maintain: "maintain" }[role] : "none",
    user: { ...simpleUser(urls, user), role_name: role ?? "none" },
  });
}
