import type { IncomingMessage } from "node:http";
import { wire } from "../wire.ts";
import { readTarget } from "./admit.ts";
import { Refusal } from "./reply.ts";
import type { Request } from "./call.ts";

const mostBodyBytes = 8 * 1024 * 1024;

/**
 * Reads and parses a request. The API has two addresses: `/api/v3` on this origin, and the root of
 * the API host for requests in the form that clients send to a proxy.
 */
export async function readRequest(message: IncomingMessage, origin: string): Promise<Request> {
  const url = readTarget(message, origin);
  if (!url) throw new Refusal(400, "Bad Request");
  const body = await readBodyText(message);
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
  return {
    ...locate(url, origin),
    method: message.method ?? "GET",
    query: url.searchParams,
    headers,
    body,
  };
}

function locate(url: URL, origin: string): Pick<Request, "area" | "path" | "urls"> {
  const { pathname } = url;
  const urls = { api: `${origin}/api/v3`, web: origin };
  if (url.hostname === wire.apiHost) {
    const own = { api: `http://${wire.apiHost}`, web: origin };
    return { area: pathname === "/graphql" ? "graphql" : "rest", path: pathname, urls: own };
  }
  if (pathname === "/api/graphql" || pathname === "/graphql") {
    return { area: "graphql", path: "/graphql", urls };
  }
  if (pathname === "/api/v3" || pathname.startsWith("/api/v3/")) {
    return { area: "rest", path: pathname.slice("/api/v3".length) || "/", urls };
  }
  if (pathname.startsWith("/_emulator/")) return { area: "control", path: pathname, urls };
  return { area: pathname.startsWith("/storage/") ? "storage" : "web", path: pathname, urls };
}

async function readBodyText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBodyBytes) throw new Refusal(413, "Payload Too Large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
