import type { Forge } from "../http/call.ts";
import { readOptionalWord, readText, type Fields } from "../http/fields.ts";
import { invalid, notFound } from "../http/reply.ts";
import { findAccount, findRepository } from "../state/find.ts";
import { makeRepository } from "../state/seed.ts";
import { timestamp } from "../state/timestamp.ts";
import { registerWorkflow } from "../state/workflows.ts";

const most = 10_000;
const digits = 4;

/**
 * Creates many repositories at once: `{ owner, prefix, count, visibility, workflows: {
 * ".forge/workflows/ci.yml": "name: CI" } }`. The first is named PREFIX-0001.
 * @returns their full names
 */
export function addRepositories(forge: Forge, wanted: Fields): { repositories: string[] } {
  const owner = findAccount(forge.world, readText(wanted, "owner"));
  if (!owner) throw notFound();
  const prefix = readText(wanted, "prefix");
  const count = Number(wanted["count"]);
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw invalid(`"count" is not an integer from 1 to ${most}.`, "count");
  const visibility = readOptionalWord(wanted, "visibility", ["public", "private", "internal"]);
  const workflows = Object.entries(Object(wanted["workflows"] ?? {})).map(([path, text]) => ({
    path,
    content: Buffer.from(String(text)).toString("base64"),
  }));
  const names = Array.from({ length: count }, (_, index) => {
    return `${owner.login}/${prefix}-${String(index + 1).padStart(digits, "0")}`;
  });
  const taken = names.find((name) => findRepository(forge.world, name));
  if (taken !== undefined) throw invalid(`Repository already exists: ${taken}`, "prefix");
  const now = forge.now();
  forge.change((world) => {
    for (const name of names) {
      const seed = { name, visibility: visibility ?? "private", createdAt: timestamp(now) };
      const repository = makeRepository(world, seed);
      repository.files.push(...workflows);
      for (const file of workflows) registerWorkflow(world, repository, { file, now });
      world.repositories.push(repository);
    }
  });
  return { repositories: names };
}
