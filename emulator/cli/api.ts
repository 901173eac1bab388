import { readFile } from "node:fs/promises";
import { appendQuery, buildBody, readTypedValue, splitField, type Field } from "./api-fields.ts";
import { CliFailure, usageFailure } from "./cli-failure.ts";
import type { CliIo } from "./cli-io.ts";
import { configFolder, readLogin, type Login } from "./login.ts";
import { readArguments } from "./read-arguments.ts";
import { readInput } from "./read-input.ts";
import { explainReply, sendRequest, type CliReply, type ForgeRequest } from "./send-request.ts";

const usage =
  "api PATH [-X METHOD] [-f KEY=TEXT]... [-F KEY=VALUE]... [-H HEADER:VALUE]... [--input FILE|-] [-i] [--cache 60s] [--paginate] [--silent] [--hostname HOST]";

const options = {
  cache: { type: "string" },
  method: { type: "string", short: "X" },
  "raw-field": { type: "string", short: "f", multiple: true },
  field: { type: "string", short: "F", multiple: true },
  header: { type: "string", short: "H", multiple: true },
  hostname: { type: "string" },
  include: { type: "boolean", short: "i" },
  input: { type: "string" },
  paginate: { type: "boolean" },
  silent: { type: "boolean" },
} as const;

type Values = ReturnType<typeof readOptions>["values"];

const readOptions = (args: readonly string[]) =>
  readArguments(args, { usage, options, words: [1, 1] });

/** Implements `api`: sends one request and prints the response body, whatever the status. */
export async function callApi(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readOptions(args);
  const login = await readLogin(io.env, values.hostname);
  const send = await chooseSender(login, values.cache, io);
  const pages: string[] = [];
  let next: ForgeRequest | undefined = await buildRequest(positionals[0] ?? "", values, io);
  while (next) {
    const reply = await send(next);
    if (values.include) io.stdout(formatHead(reply));
    if (values.include && !values.silent) io.stdout(reply.body);
    else pages.push(reply.body);
    next = values.paginate ? nextPage(reply, next) : undefined;
    if (reply.status < 300) continue;
    if (!values.silent) io.stdout(joinPages(pages));
    io.stderr(`${formatFailure(reply)}\n`);
    return 1;
  }
  if (!values.silent) io.stdout(joinPages(pages));
  return 0;
}

async function chooseSender(login: Login, cache: string | undefined, io: CliIo) {
  if (cache === undefined) return (request: ForgeRequest) => sendRequest(login, request);
  const { readSeconds, sendCached } = await import("./answer-cache.ts");
  const options = { login, folder: configFolder(io.env), seconds: readSeconds(cache) };
  return (request: ForgeRequest) => sendCached(request, { ...options, now: new Date() });
}

/** Joins pages that are lists into one list. Concatenates all other pages. */
function joinPages(pages: readonly string[]): string {
  const areLists = pages.length > 1 && pages.every((page) => /^\s*\[/.test(page));
  if (!areLists) return pages.join("");
  return JSON.stringify(pages.flatMap((page) => JSON.parse(page) as unknown[]));
}

async function buildRequest(path: string, values: Values, io: CliIo): Promise<ForgeRequest> {
  const headers = Object.fromEntries((values.header ?? []).map(splitHeader));
  const fields = await readFields(values, io);
  const sends = fields.length > 0 || values.input !== undefined;
  const method = values.method?.toUpperCase() ?? (sends ? "POST" : "GET");
  if (values.input !== undefined) {
    const body = await readSource(values.input, io);
    return { method, path: appendQuery(path, fields), body, headers };
  }
  if (method === "GET") return { method, path: appendQuery(path, fields), headers };
  if (fields.length === 0) return { method, path, headers };
  const json = path === "graphql" ? nestVariables(buildBody(fields)) : buildBody(fields);
  return { method, path, body: JSON.stringify(json), headers };
}

async function readFields(values: Values, io: CliIo): Promise<Field[]> {
  const fields: Field[] = (values["raw-field"] ?? []).map(splitField);
  for (const text of values.field ?? []) {
    const [key, value] = splitField(text);
    const read = value.startsWith("@")
      ? await readSource(value.slice(1), io)
      : readTypedValue(value);
    fields.push([key, read]);
  }
  return fields;
}

async function readSource(name: string, io: CliIo): Promise<string> {
  if (name === "-") return readInput(io.stdin);
  return readFile(name, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CliFailure(`cannot read ${name} (${error.code ?? error.message})`);
  });
}

function splitHeader(text: string): [string, string] {
  const at = text.indexOf(":");
  if (at < 1) throw usageFailure(`header "${text}" requires a value separated by ':'`, usage);
  const name = text.slice(0, at).trim().toLowerCase();
  // A token that is passed as an argument can be read by every process on the machine.
  if (name === "authorization")
    throw usageFailure(
      "the Authorization header cannot be set: the token is read from the stored login",
      usage,
    );
  return [name, text.slice(at + 1).trim()];
}

/**
 * Nests the variables, because GraphQL expects `query` and `operationName` outside of `variables`.
 */
function nestVariables({ query, operationName, ...variables }: Record<string, unknown>) {
  return { query, ...(operationName !== undefined && { operationName }), variables };
}

function nextPage(reply: CliReply, request: ForgeRequest): ForgeRequest | undefined {
  const link = reply.headers["link"];
  const path = /<([^>]+)>;\s*rel="next"/.exec(typeof link === "string" ? link : "")?.[1];
  return path ? { ...request, path } : undefined;
}

function formatHead(reply: CliReply): string {
  const lines = Object.entries(reply.headers)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${capitalize(name)}: ${String(value)}\r\n`);
  return `HTTP/1.1 ${reply.status} ${reply.statusText}\n${lines.join("")}\r\n`;
}

function capitalize(name: string): string {
  return name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function formatFailure(reply: CliReply): string {
  const status = `HTTP ${reply.status}`;
  if (reply.status === 304) return `forge: ${status}`;
  const { message, errors } = explainReply(reply);
  return [`forge: ${message} (${status})`, ...errors].join("\n");
}
