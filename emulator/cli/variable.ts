import type { CliIo } from "./cli-io.ts";
import { readArguments } from "./read-arguments.ts";
import { readValue } from "./read-input.ts";
import { refusal, requestJson, sendRequest } from "./send-request.ts";
import { formatRows, openShelf, readListing, shelfOptions } from "./shelf.ts";

interface Variable {
  readonly name: string;
  readonly value: string;
  readonly updated_at: string;
}

const location = "--repo OWNER/REPO [--env ENVIRONMENT]";

/**
 * Implements `variable set`: creates the variable, or updates it if the forge reports that it
 * exists.
 */
export async function setVariable(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, {
    usage: `variable set NAME ${location} [--body VALUE]`,
    options: { ...shelfOptions, body: { type: "string", short: "b" } },
    words: [1, 1],
  });
  const [name = ""] = positionals;
  const shelf = await openShelf("variables", values, io.env);
  const value = values.body ?? (await readValue(io));
  const body = JSON.stringify({ name, value });
  const created = await sendRequest(shelf.login, { method: "POST", path: shelf.path, body });
  if (created.status === 409) {
    const path = `${shelf.path}/${encodeURIComponent(name)}`;
    await requestJson(shelf.login, { method: "PATCH", path, body });
  } else if (created.status >= 300) {
    throw refusal(created);
  }
  io.stdout(
    `✓ ${created.status === 409 ? "Updated" : "Created"} variable ${name} for ${shelf.label}\n`,
  );
  return 0;
}

/** Implements `variable get`: prints only the value. */
export async function getVariable(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, {
    usage: `variable get NAME ${location}`,
    options: shelfOptions,
    words: [1, 1],
  });
  const shelf = await openShelf("variables", values, io.env);
  const path = `${shelf.path}/${encodeURIComponent(positionals[0] ?? "")}`;
  const variable = (await requestJson(shelf.login, { method: "GET", path })) as Variable;
  io.stdout(`${variable.value}\n`);
  return 0;
}

/** Implements `variable list`: prints name, value and time, one variable per line. */
export async function listVariables(args: readonly string[], io: CliIo): Promise<number> {
  const { values } = readArguments(args, {
    usage: `variable list ${location} [--json FIELDS]`,
    options: { ...shelfOptions, json: { type: "string" } },
    words: [0, 0],
  });
  const shelf = await openShelf("variables", values, io.env);
  const variables = await readListing<Variable>(shelf, "variables");
  const rows = variables.map(({ name, value, updated_at }) => ({
    name,
    value,
    updatedAt: updated_at,
  }));
  io.stdout(formatRows(rows, values.json));
  return 0;
}

export async function deleteVariable(args: readonly string[], io: CliIo): Promise<number> {
  const { values, positionals } = readArguments(args, {
    usage: `variable delete NAME ${location}`,
    options: shelfOptions,
    words: [1, 1],
  });
  const [name = ""] = positionals;
  const shelf = await openShelf("variables", values, io.env);
  const path = `${shelf.path}/${encodeURIComponent(name)}`;
  await requestJson(shelf.login, { method: "DELETE", path });
  io.stdout(`✓ Deleted variable ${name} from ${shelf.label}\n`);
  return 0;
}
