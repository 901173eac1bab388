import { bearsOperatorKey } from "../auth/operator-key.ts";
import {
  created,
  needsLogin,
  noContent,
  notFound,
  ok,
  Refusal,
  type Reply,
} from "../http/reply.ts";
import type { Forge, Request } from "../http/call.ts";
import { parseFaults, type Faults } from "../http/faults.ts";
import { readBody } from "../http/fields.ts";
import type { RequestEntry } from "../http/server.ts";
import { fullName, getAccount, installedRepositories } from "../state/find.ts";
import { addRepositories } from "./add-repositories.ts";
import { changeWorld } from "./change-world.ts";
import { issueToken } from "./issue-token.ts";

export interface Control {
  faults: Faults;
  log: RequestEntry[];
}

/**
 * Answers requests that control the embedded forge itself, for tests in other processes. These
 * requests require the operator key.
 */
export function answerControl(forge: Forge, request: Request, control: Control): Reply {
  try {
    if (!bearsOperatorKey(forge.operatorKey, request.headers["authorization"])) throw needsLogin();
    return pull(forge, request, control);
  } catch (error) {
    if (error instanceof Refusal) return error.reply();
    throw error;
  }
}

function pull(forge: Forge, request: Request, { faults, log }: Control): Reply {
  switch (`${request.method} ${request.path}`) {
    case "PUT /_emulator/faults":
      faults.set(readFaults(request));
      return noContent;
    case "GET /_emulator/requests":
      return ok(log);
    case "DELETE /_emulator/requests":
      log.length = 0;
      return noContent;
    case "GET /_emulator/apps":
      return ok(listApps(forge));
    case "POST /_emulator/tokens":
      return created(issueToken(forge, readBody(request)));
    case "POST /_emulator/repositories":
      return created(addRepositories(forge, readBody(request)));
    case "PATCH /_emulator/world":
      changeWorld(forge, readBody(request));
      return noContent;
    default:
      throw notFound();
  }
}

function readFaults({ body }: Request) {
  const faults = parseFaults(parse(body));
  if (!faults) throw new Refusal(422, "The body is not a list of faults.");
  return faults;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function listApps({ world }: Forge) {
  return world.apps.map((app) => ({
    slug: app.slug,
    clientId: app.clientId,
    appId: app.id,
    owner: getAccount(world, app.owner).login,
    keys: app.keys.length,
    permissions: app.permissions,
    installations: world.installations
      .filter(({ appId }) => appId === app.id)
      .map((installation) => ({
        id: installation.id,
        account: installation.account,
        selection: installation.selection,
        suspended: installation.suspendedAt !== null,
        repositories: installedRepositories(world, installation).map(fullName),
      })),
  }));
}
