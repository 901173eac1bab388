import type { ForgeClient, RequestOptions } from "./client.ts";
import { readShape } from "./read-shape.ts";
import type { Shape } from "./read-shape.ts";

type ReadOptions = Pick<RequestOptions, "signal" | "pathName">;

/**
 * Reads one object.
 * @throws MisshapenAnswer, and the client's errors
 */
export async function read<T>(
  client: ForgeClient,
  path: string,
  shape: Shape<T>,
  options: ReadOptions = {},
): Promise<T> {
  const answer = await client.request("GET", path, options);
  return readShape(shape, answer.body, answer.title);
}

/**
 * Reads one object that may not exist.
 * @param absent statuses that mean "not found"; 404 by default
 */
export async function find<T>(
  client: ForgeClient,
  path: string,
  shape: Shape<T>,
  { absent = [404], ...options }: ReadOptions & { readonly absent?: readonly number[] } = {},
): Promise<T | undefined> {
  const answer = await client.request("GET", path, { ...options, accept: absent });
  if (absent.includes(answer.status)) return undefined;
  return readShape(shape, answer.body, answer.title);
}
