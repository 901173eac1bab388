import type { Emulator } from "../../../emulator/emulator.ts";

/** Calls the embedded forge's control API. */
export async function pull(
  { origin, operatorKey }: Emulator,
  method: string,
  lever: string,
  body: object,
): Promise<unknown> {
  const headers = { authorization: `Bearer ${operatorKey.reveal()}` };
  const init = { method, headers, body: JSON.stringify(body) };
  const answer = await fetch(`${origin}/_emulator/${lever}`, init);
  return answer.status === 204 ? {} : answer.json();
}

/** Sends a request as the signed-in user, such as `POST /orgs/globex/repos`. */
export async function typeRequest(
  { apiUrl, userToken }: Emulator,
  request: string,
  body: object,
): Promise<void> {
  const [method = "", path = ""] = request.split(" ");
  const headers = { authorization: `Bearer ${userToken.reveal()}` };
  const answer = await fetch(`${apiUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${request}: ${answer.status} ${await answer.text()}`);
}
