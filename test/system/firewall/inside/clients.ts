// Runs inside: runs every client with allowed and denied requests. Prints the output of each.
import { existsSync } from "node:fs";
import { clientCalls, javaCall, nghttpCall, type Goal } from "./client-calls.ts";
import { inLanes, run, type Call, type Called } from "./run-all.ts";

/** One group of requests: their targets, their route, and their clients. */
interface RequestOptions {
  readonly name: string;
  readonly host: string;
  readonly below: string;
  readonly way: "proxy" | "caught";
  readonly clients: readonly string[];
}

interface Requests {
  readonly requests: readonly RequestOptions[];
  readonly pin: string;
  readonly javas: readonly string[];
}

const { requests, pin, javas } = readRequests(process.argv[2] ?? "");
const proxyNames = Object.keys(process.env).filter((name) => /_proxy$/i.test(name));
const withoutProxy = Object.fromEntries(proxyNames.map((name) => [name, undefined]));

const results = await inLanes(4, requests.flatMap(listCalls), async ({ name, call }) => [
  name,
  await run(call),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(results) satisfies Record<string, Called>));

function listCalls({ name, host, below, way, clients }: RequestOptions) {
  const proxy = way === "proxy" ? new URL(process.env["HTTPS_PROXY"] ?? "").host : undefined;
  const calls = Object.entries(callsFor({ host, below, proxy, pin }));
  const wanted = calls.filter(([client]) => clients.includes(client.replace(/ \/.*/s, "")));
  const env = way === "caught" ? withoutProxy : {};
  return wanted.map(([client, call]) => ({
    name: `${client}: ${name}`,
    call: { ...call, env: { ...call.env, ...env } },
  }));
}

function callsFor(goal: Goal): Readonly<Record<string, Call>> {
  const found = javas
    .filter((java) => existsSync(java))
    .map((java) => [`java ${java}`, javaCall(goal, java)] as const);
  return { ...clientCalls(goal), nghttp: nghttpCall(goal), ...Object.fromEntries(found) };
}

function readRequests(text: string): Requests {
  return JSON.parse(text) as Requests;
}
