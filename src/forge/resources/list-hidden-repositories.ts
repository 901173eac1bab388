import { createRestClient } from "../client.ts";
import type { Secret } from "../../shared/secret.ts";
import type { Connection } from "../../commands/connect.ts";

/**
 * The repositories that a token reaches and the public does not, by their full names. Public ones are in everybody's
 * reach, and in the forge's list whatever the token is for.
 */
export async function listHiddenRepositories(
  { profile, fetch }: Connection,
  token: Secret,
): Promise<string[]> {
  const client = createRestClient({ profile, fetch, token });
  const found: { full_name: string; private: boolean }[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.request("GET", `/user/repos?per_page=100&page=${page}`);
    const listed = body as typeof found;
    found.push(...listed);
    if (listed.length < 100) break;
  }
  return found.filter((each) => each.private).map((each) => each.full_name);
}
