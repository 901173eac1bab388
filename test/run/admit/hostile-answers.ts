import type { ServerResponse } from "node:http";
import type { Heard } from "../../forge/forge-bench.ts";

/**
 * Creates a forge with few responses: a budget, an installation on acme/control, a token, and its
 * revocation.
 * @param left remaining requests
 * @param others answers the requests that the test is about, and returns whether it did
 */
export function answerAs(
  left: number,
  others: (heard: Heard, response: ServerResponse) => boolean,
) {
  return (heard: Heard, response: ServerResponse): void => {
    if (others(heard, response)) return;
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const { method, path } = heard;
    if (path.endsWith("/rate_limit")) {
      const reset = Math.floor(Date.now() / 1000) + 1800;
      json(200, { resources: { core: { limit: 5000, remaining: left, reset } } });
    } else if (path.endsWith("/installation")) json(200, installation);
    else if (path.endsWith("/access_tokens")) json(201, mintedAnswer());
    else if (method === "DELETE") response.writeHead(204).end();
    else json(500, {});
  };
}

export const hostileToken = "ghs_hostile000000000000000000000000000000";

const installation = {
  id: 1,
  app_id: 1,
  app_slug: "a",
  account: { login: "acme" },
  permissions: {},
  updated_at: "2026-01-01T00:00:00Z",
};

export function mintedAnswer(permissions: object = { actions: "write" }): object {
  return {
    token: hostileToken,
    expires_at: "2026-01-01T01:00:00Z",
    permissions,
    repository_selection: "selected",
    repositories: [{ full_name: "acme/control" }],
  };
}
