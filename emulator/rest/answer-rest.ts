import { keyNotKnown } from "../auth/app-jwt.ts";
import { authenticate } from "../auth/authenticate.ts";
import { budgetOwner, type Caller } from "../auth/caller.ts";
import { notFound, ok, Refusal, type Reply } from "../http/reply.ts";
import type { Call, Forge, Handle, Request } from "../http/call.ts";
import type { Play } from "../http/faults.ts";
import { checkHeaders, refuseNameless } from "../http/check-headers.ts";
import { finishReply } from "../http/finish-reply.ts";
import { refusalOf } from "../http/play.ts";
import type { Resource } from "../http/rate-limits.ts";
import { findRoute, type Route } from "../http/routes.ts";
import { wire } from "../wire.ts";
import { appRoutes } from "./apps.ts";
import { attemptRoutes } from "./attempts.ts";
import { branchPolicyRoutes } from "./branch-policies.ts";
import { branchRoutes } from "./branches.ts";
import { contentRoutes } from "./contents.ts";
import { credentialRoutes } from "./credentials.ts";
import { deploymentReviewRoutes } from "./deployment-reviews.ts";
import { environmentRoutes } from "./environments.ts";
import { installationTokenRoutes } from "./installation-tokens.ts";
import { gitDataRoutes } from "./git-data.ts";
import { gitRefRoutes } from "./git-refs.ts";
import { issueRoutes } from "./issues.ts";
import { logRoutes } from "./logs.ts";
import { metaRoutes } from "./meta.ts";
import { organizationSecretRoutes } from "./organization-secrets.ts";
import { organizationVariableRoutes } from "./organization-variables.ts";
import { nameNumber, redirectMoved } from "./moved.ts";
import { organizationRoutes } from "./organizations.ts";
import { pullRoutes } from "./pulls.ts";
import { repositoryRoutes } from "./repositories.ts";
import { runDetailRoutes } from "./run-details.ts";
import { runRoutes } from "./runs.ts";
import { secretRoutes } from "./secrets.ts";
import { userRoutes } from "./users.ts";
import { userInstallationRoutes } from "./user-installations.ts";
import { variableRoutes } from "./variables.ts";
import { workflowRoutes } from "./workflows.ts";

const routes: readonly Route[] = [
  ...metaRoutes,
  ...appRoutes,
  ...installationTokenRoutes,
  ...userRoutes,
  ...userInstallationRoutes,
  ...organizationRoutes,
  ...organizationSecretRoutes,
  ...organizationVariableRoutes,
  ...repositoryRoutes,
  ...contentRoutes,
  ...variableRoutes,
  ...secretRoutes,
  ...environmentRoutes,
  ...branchPolicyRoutes,
  ...branchRoutes,
  ...gitDataRoutes,
  ...gitRefRoutes,
  ...pullRoutes,
  ...workflowRoutes,
  ...runRoutes,
  ...deploymentReviewRoutes,
  ...logRoutes,
  ...attemptRoutes,
  ...runDetailRoutes,
  ...issueRoutes,
  ...credentialRoutes,
];

/** Answers an API request. `caller` is anonymous if the credential was rejected. */
export async function answerRest(
  forge: Forge,
  request: Request,
  play: Play | undefined,
): Promise<{ reply: Reply; caller: Caller }> {
  const { world } = forge;
  const nameless = refuseNameless(request);
  if (nameless) return { reply: nameless, caller: { kind: "anonymous" } };
  return answerAs(forge, request, play, (asked) => {
    const handle = redirectMoved(world, asked);
    if (handle) return { handle, params: {} };
    return findRoute(routes, { ...request, path: nameNumber(world, asked) });
  });
}

type Find = (path: string) => { handle: Handle; params: Record<string, string> } | undefined;

/**
 * Performs the steps that REST and GraphQL have in common: authentication, faults, budget, the
 * call, and headers.
 */
export async function answerAs(
  forge: Forge,
  request: Request,
  play: Play | undefined,
  find: Find,
): Promise<{ reply: Reply; caller: Caller }> {
  const resource = resourceOf(request);
  let caller: Caller = { kind: "anonymous" };
  let reply: Reply;
  try {
    const now = forge.now();
    const played = play && refusalOf(play, request, now);
    if (played) throw played;
    checkHeaders(request);
    caller = authenticate(forge.world, request.headers["authorization"], now);
    if (caller.kind === "app" && !forge.settling.isSettled(caller.app, "key")) throw keyNotKnown();
    checkBudget(forge, request, { caller, resource });
    const found = find(request.path);
    if (!found) throw notFound();
    reply = await found.handle(makeCall(forge, request, { caller, play, params: found.params }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply = error instanceof QueryRefused ? error.answer() : error.reply();
  }
  return { reply: finishReply(forge, request, { reply, caller, resource }), caller };
}

function makeCall(
  forge: Forge,
  request: Request,
  more: Pick<Call, "caller" | "play" | "params">,
): Call {
  return { ...request, ...more, forge };
}

function resourceOf({ area, path }: Request): Resource {
  if (area === "graphql") return "graphql";
  return path.startsWith("/app-manifests/") ? "integration_manifest" : "core";
}

function checkBudget(
  { limits, world }: Forge,
  { path }: Request,
  { caller, resource }: { caller: Caller; resource: Resource },
): void {
  if (!world.switches.rateLimits || path === "/rate_limit") return;
  const who = budgetOwner(caller);
  if (limits.read(who, resource).remaining > 0) return;
  const message = `API rate limit exceeded${whose(caller)}`;
  // GraphQL reports all errors of a query in a response with status 200.
  throw resource === "graphql" ? new QueryRefused(message) : new Refusal(403, message);
}

class QueryRefused extends Refusal {
  constructor(message: string) {
    super(200, message);
  }

  answer(): Reply {
    return ok({ errors: [{ type: "RATE_LIMITED", message: this.message }] });
  }
}

function whose(caller: Caller): string {
  const help = `See ${wire.rateLimitHelp}`;
  if ("user" in caller) return ` for user ID ${caller.user.id}. ${help}`;
  if (caller.kind === "installation") {
    return ` for installation ID ${caller.installation.id}. ${help}`;
  }
  if (caller.kind !== "anonymous") return `. ${help}`;
  return " for 127.0.0.1. (But here's the good news: Authenticated requests get a higher rate limit. Check out the documentation for more details.)";
}
