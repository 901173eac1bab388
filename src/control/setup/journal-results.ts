import type { InstallationProof } from "./installation.ts";
import type { HeldKey } from "./unsaved-keys.ts";

/*
 * Reads what a setup's journal keeps of finished steps. The journal is a file that anybody may have changed, and only
 * a hint: a result that cannot be used is as if it were not there.
 */

type Fields = Readonly<Record<string, unknown>>;

export function readInstallationProof(result: unknown): InstallationProof | undefined {
  const { installationId, updatedAt } = fieldsOf(result);
  const isSound = Number.isSafeInteger(installationId) && typeof updatedAt === "string";
  return isSound ? { installationId: installationId as number, updatedAt } : undefined;
}

/** Full names. */
export function readRepositoryList(result: unknown): readonly string[] | undefined {
  const isList = Array.isArray(result) && result.every((name) => typeof name === "string");
  return isList && result.every((name) => /^[^/\s]+\/[^/\s]+$/.test(name)) ? result : undefined;
}

export function readHeldKey(result: unknown): HeldKey | undefined {
  const { account, app } = fieldsOf(result);
  const { clientId, slug } = fieldsOf(app);
  if (typeof account !== "string" || typeof clientId !== "string") return undefined;
  return { account, app: { clientId, slug: typeof slug === "string" ? slug : undefined } };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
