import { explainAnswer, readFields, type Fields } from "../forge-call/explain-answer.ts";
import { isBearer } from "../forge-call/is-bearer.ts";
import { Problem } from "../forge-call/problem.ts";
import type { Answer } from "../forge-call/send-request.ts";
import type { AppCaller } from "./create-app-caller.ts";
import type { MintRequest } from "./read-arguments.ts";

export interface Minted {
  readonly token: string;
  /** The response that contains the token, not validated yet. */
  readonly fields: Fields;
}

/**
 * Mints an installation token of the App, for the requested repositories or for all repositories.
 * @throws Problem if the token could not be minted
 */
export async function mintToken(
  request: MintRequest,
  app: Pick<AppCaller, "call">,
): Promise<Minted> {
  const id = await findInstallation(request, app);
  const { repositories, api } = request;
  const answer = await app.call({
    method: "POST",
    path: ["app", "installations", id, "access_tokens"],
    body: repositories.length === 0 ? {} : { repositories },
  });
  if (answer.status !== 201) throw refusalOf(answer, request);
  const fields = readFields(answer, api);
  const { token } = fields;
  if (typeof token === "string" && isBearer(token)) return { token, fields };
  throw new Problem(`The response from ${api} contains no valid token.`);
}

/** Finds the installation of an owner. The API has separate paths for organizations and users. */
async function findInstallation(
  request: MintRequest,
  { call }: Pick<AppCaller, "call">,
): Promise<string> {
  const { owner, appId, api } = request;
  for (const kind of ["orgs", "users"]) {
    const answer = await call({ method: "GET", path: [kind, owner, "installation"] });
    if (answer.status === 200) return readId(answer, api);
    if (answer.status !== 404) throw refusalOf(answer, request);
    // If the response is not JSON, the server is not the API, so its 404 does not show that the App
    // is not installed.
    readFields(answer, api);
  }
  throw new Problem(
    `The App ${appId} is not installed on ${owner}. Install it there, or correct the owner or the app-id.`,
  );
}

function readId(answer: Answer, api: string): string {
  const { id } = readFields(answer, api);
  if (Number.isSafeInteger(id) && Number(id) > 0) return String(id);
  throw new Problem(`The response from ${api} contains no installation ID.`);
}

function refusalOf(answer: Answer, { appId, owner, keyVariable, repositories, api }: MintRequest) {
  const { status } = answer;
  if (status === 401 || status === 422) readFields(answer, api);
  if (status === 401) {
    return new Problem(
      `${api} rejects the key in ${keyVariable} for the App ${appId} (401). The key belongs to another App or was deleted, or the app-id is wrong.`,
    );
  }
  if (status === 422 && repositories.length > 0) {
    return new Problem(
      `The App ${appId} is installed on ${owner}, but not on all of these repositories (422): ${repositories.join(", ")}.`,
    );
  }
  return explainAnswer(answer, `mint a token of the App ${appId} for ${owner}`, api);
}
