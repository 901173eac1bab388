import { forUser, type UserCall } from "../auth/doors.ts";
import { noContent, notFound, Refusal } from "../http/reply.ts";
import { param } from "../http/call.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { owns, repositoriesOf } from "../state/find.ts";
import { changeSelection } from "../state/installations.ts";
import { wire } from "../wire.ts";

const one = "/user/installations/:id/repositories/:repository";

/**
 * Only an App's user access token can list installations. The embedded forge does not create such
 * tokens.
 */
export const userInstallationRoutes: Route[] = [
  get("/user/installations", forUser(refuseListing)),
  get("/user/installations/:id/repositories", forUser(refuseListing)),
  put(
    one,
    forUser((call) => changeRepository(call, "add")),
  ),
  remove(
    one,
    forUser((call) => changeRepository(call, "remove")),
  ),
];

function refuseListing(): never {
  throw new Refusal(403, wire.installationsNeedAppToken);
}

/** Adds or removes a repository. Only classic tokens with the scope `repo` can do this. */
function changeRepository(call: UserCall, action: "add" | "remove") {
  const { caller, forge } = call;
  if (caller.token.kind !== "classic" || !caller.token.scopes.includes("repo")) refuseListing();
  const id = Number(param(call, "id"));
  const installation = forge.world.installations.find((each) => each.id === id);
  if (!installation || !owns(forge.world, caller.user.login, installation.account))
    throw notFound();
  const wanted = Number(param(call, "repository"));
  const owned = repositoriesOf(forge.world, installation.account);
  if (!owned.some((repository) => repository.id === wanted)) throw notFound();
  if (installation.selection === "all") {
    throw new Refusal(422, "The installation has all repositories selected.");
  }
  const others = installation.repositoryIds.filter((each) => each !== wanted);
  const repositoryIds = action === "add" ? [...others, wanted] : others;
  if (repositoryIds.length === 0) {
    throw new Refusal(422, "The last repository of an installation cannot be removed.");
  }
  forge.change(() =>
    changeSelection(installation, { selection: "selected", repositoryIds }, forge.now()),
  );
  return noContent;
}
