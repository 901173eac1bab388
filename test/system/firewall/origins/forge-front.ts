import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { request as ask, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { Answering, Asked } from "./asked.ts";
import { openRepository } from "./git.ts";
import type { Handler } from "./start-origins.ts";

interface FrontOptions {
  /** Address of the embedded forge's REST API. */
  readonly apiUrl: string;
  /** An empty directory, for the repository. */
  readonly folder: string;
}

/**
 * Serves `api.github.com` from the embedded forge, and `github.com/acme/web.git` from real Git.
 * Both require a token that the forge accepts.
 */
export function serveForge({ apiUrl, folder }: FrontOptions): Handler {
  const owner = join(folder, "acme");
  mkdirSync(owner);
  const serveGit = openRepository(owner, { name: "web.git", below: "/acme" });
  return (asked, answering) => {
    if (asked.host === "api.github.com") void forward(asked, answering, apiUrl);
    else if (asked.host === "github.com") void serveIfKnown(asked, answering, { apiUrl, serveGit });
    else return false;
    return true;
  };
}

async function forward(asked: Asked, { request, response }: Answering, apiUrl: string) {
  const { method, url, headers } = asked;
  const sent = ask(`${apiUrl}${url}`, {
    method,
    headers: { ...headers, host: new URL(apiUrl).host },
  });
  request.pipe(sent);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  for (const [name, value = ""] of Object.entries(answer.headers))
    response.setHeader(name, String(value));
  response.writeHead(answer.statusCode ?? 500);
  for await (const piece of answer) response.write(piece as Buffer);
  response.end();
}

async function serveIfKnown(
  asked: Asked,
  answering: Answering,
  {
    apiUrl,
    serveGit,
  }: {
    readonly apiUrl: string;
    readonly serveGit: (asked: Asked, answering: Answering) => void;
  },
) {
  const [, encoded = ""] = /^Basic (.+)$/.exec(asked.headers.authorization ?? "") ?? [];
  const [, token = ""] = /:(.*)$/.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${apiUrl}/installation/repositories`, { headers });
  if (status === 200) return serveGit(asked, answering);
  answering.response.setHeader("www-authenticate", 'Basic realm="GitHub"');
  answering.response.writeHead(401);
  answering.response.end();
}
