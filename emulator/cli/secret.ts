import { Secret } from "../../src/shared/secret.ts";
import { CliFailure } from "./cli-failure.ts";
import type { CliIo } from "./cli-io.ts";
import { readArguments } from "./read-arguments.ts";
import { readValue } from "./read-input.ts";
import { requestJson } from "./send-request.ts";
import { formatRows, openShelf, readListing, shelfOptions, type Shelf } from "./shelf.ts";

const location = "--repo OWNER/REPO [--env ENVIRONMENT]";

/**
 * Implements `secret set`: reads the value only from standard input and sends it as a sealed box.
 */
export async function setSecret(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, {
    usage: `secret set NAME ${location} < VALUE`,
    options: { ...shelfOptions, app: { type: "string", short: "a" } },
    words: [1, 1],
  });
  const [name = ""] = positionals;
  if ((values.app ?? "actions") !== "actions")
    throw new CliFailure("only --app actions is supported");
  const shelf = await openShelf("secrets", values, io.env);
  const value = await readSecret(io);
  const key = await readPublicKey(shelf);
  const { sealSecret } = await import("./seal-secret.ts");
  const encrypted_value = await sealSecret(value, key.key);
  await requestJson(shelf.login, {
    method: "PUT",
    path: `${shelf.path}/${encodeURIComponent(name)}`,
    body: JSON.stringify({ encrypted_value, key_id: key.key_id }),
  });
  io.stdout(`✓ Set secret ${name} for ${shelf.label}\n`);
  return 0;
}

// `gh` stores an empty secret without a warning. This CLI fails, so that tests detect the mistake.
async function readSecret(io: CliIo): Promise<Secret> {
  const value = new Secret(await readValue(io));
  if (value.isEmpty)
    throw new CliFailure("the value on standard input is empty: nothing was stored");
  return value;
}

async function readPublicKey(shelf: Shelf): Promise<{ key: string; key_id: string }> {
  try {
    const path = `${shelf.path}/public-key`;
    const key = await requestJson(shelf.login, { method: "GET", path });
    return key as { key: string; key_id: string };
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    throw new CliFailure(`failed to fetch public key: ${error.message}`);
  }
}

/** Implements `secret list`: prints names and times. Values cannot be read back. */
export async function listSecrets(args: readonly string[], io: CliIo): Promise<number> {
  const { values } = readArguments(args, {
    usage: `secret list ${location} [--json FIELDS]`,
    options: { ...shelfOptions, json: { type: "string" } },
    words: [0, 0],
  });
  const shelf = await openShelf("secrets", values, io.env);
  const secrets = await readListing<{ name: string; updated_at: string }>(shelf, "secrets");
  const rows = secrets.map(({ name, updated_at }) => ({ name, updatedAt: updated_at }));
  io.stdout(formatRows(rows, values.json));
  return 0;
}

/** Implements `secret delete`. */
export async function deleteSecret(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, {
    usage: `secret delete NAME ${location}`,
    options: shelfOptions,
    words: [1, 1],
  });
  const [name = ""] = positionals;
  const shelf = await openShelf("secrets", values, io.env);
  const path = `${shelf.path}/${encodeURIComponent(name)}`;
  await requestJson(shelf.login, { method: "DELETE", path });
  io.stdout(`✓ Deleted secret ${name} from ${shelf.label}\n`);
  return 0;
}
