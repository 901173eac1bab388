import { createHash } from "node:crypto";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "../../src/shared/json-file.ts";
import { CliFailure } from "./cli-failure.ts";
import type { Login } from "./login.ts";
import { sendRequest, type CliReply, type ForgeRequest } from "./send-request.ts";

export interface CacheOptions {
  readonly login: Login;
  /** The configuration folder, which contains the cache. */
  readonly folder: string;
  readonly seconds: number;
  readonly now: Date;
}

/**
 * Sends a request, or returns a recent response to the same request by the same login. Like `gh`,
 * caches only GET requests, including their 404 responses.
 */
export async function sendCached(
  request: ForgeRequest,
  { login, folder, seconds, now }: CacheOptions,
): Promise<CliReply> {
  if (request.method !== "GET") return sendRequest(login, request);
  const file = join(folder, "cache", `${keyOf(login, request)}.json`);
  const kept = (await readJsonFile(file)) as { at: number; answer: CliReply } | undefined;
  if (kept && now.getTime() - kept.at < seconds * 1000) return kept.answer;
  const answer = await sendRequest(login, request);
  await writeJsonFile(file, { at: now.getTime(), answer });
  return answer;
}

/**
 * Returns the cache key: a digest that includes the token, so that two logins never share a
 * response.
 */
function keyOf(login: Login, { path, headers = {} }: ForgeRequest): string {
  const parts = [login.host, login.token.reveal(), path, ...Object.entries(headers).flat()];
  return createHash("sha256").update(parts.join("\n")).digest("hex");
}

/** Reads `60s`, `5m` or `1h`. */
export function readSeconds(text: string): number {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (count === undefined) throw new CliFailure(`invalid duration "${text}": use 60s, 5m or 1h`, 2);
  return Number(count) * { s: 1, m: 60, h: 3600 }[unit as "s" | "m" | "h"];
}
