import { expect, test } from "vitest";
import { findRawRequests } from "./raw-requests.ts";

test.each([
  'client.request("GET", path);',
  'client.request?.("GET", path);',
  'client["request"]("GET", path);',
  "const { request } = client;",
  "const ask = ({ request }: ForgeClient) => request;",
  "const send = client.request.bind(client);",
])("%s is a request with the client", (text) => {
  expect(found(text)).toEqual([`src/plane/repository/a.ts: ${text}`]);
});

test.each([
  "await fetch(address);",
  "await fetch?.(address);",
  "await connection.fetch(address);",
  "await globalThis.fetch(address);",
  'await globalThis["fetch"](address);',
  "const { fetch: get } = globalThis;",
  "const { fetch: get } = connection;",
  "const get = fetch;",
  "const get = () => fetch;",
  "call(fetch, address);",
  "const socket = new WebSocket(address);",
  "const path = `/repos/${full}/actions`;",
  'send("DELETE", "/installation/token");',
  "send({ ...request, method, address, headers });",
  'const one = { "method": "GET", address };',
])("%s is a request in another way", (text) => {
  expect(found(text)).toEqual([`src/plane/repository/a.ts: ${text}`]);
});

test.each([
  "const { id } = answer as { id: number };",
  "const { login } = answer.body as { login: string };",
  "const found = (await response.json()) as { id: number };",
  "const it: App = await response.json();",
  "const { total } = Object(answer.body) as Record<string, unknown>;",
  "const names = found.map((each) => (Object(each) as { name?: unknown }).name);",
  "const { id } = JSON.parse(text) as { id: number };",
])("%s is an unchecked response", (text) => {
  expect(found(text)).toEqual([`src/plane/repository/a.ts: ${text}`]);
});

test.each([
  "const link = `${webUrl}/settings/apps`;",
  "/** @see GET /repos/{owner}/{repo} */",
  'const script = `fetch("/repos/acme/control")`;',
  "const client = createForgeClient({ profile, send, token });",
  "const open = ({ send, token }: Options) => createForgeClient({ send, token });",
  "const options = { request: { fetch: recordingFetch } };",
  "const counted: SendOnce = (request) => send({ ...request, sending });",
  "const told = ({ method, address }: OneRequest) => `${method} ${address.href}`;",
  'const evidence = ["GET /app"];',
  "const names = Object.keys(schema.properties) as (keyof Settings)[];",
  "const found = JSON.parse(text) as unknown;",
])("%s is allowed", (text) => {
  expect(found(text)).toEqual([]);
});

function found(text: string): string[] {
  return findRawRequests({ path: "src/plane/repository/a.ts", text });
}
