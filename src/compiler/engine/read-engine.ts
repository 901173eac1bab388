import { brands, type Brand } from "../../forge/brand.ts";
import type { Engine } from "./engine.ts";
import { quote } from "../source/quote.ts";
import { list, pathTo, record } from "../source/record-shape.ts";
import { wholeNumber, withGuess } from "../source/scalar-shapes.ts";
import { either, refuse, type Shape, type Site } from "../source/shape.ts";
import { fieldOf, nameKind, typeOf, type YamlMap } from "../source/yaml-node.ts";
import { appTokenShape } from "./read-app-token.ts";
import { envShape, holdsSecret, type Env } from "./read-env.ts";
import { providerShape } from "./read-provider.ts";
import { mintedVariables } from "./variables.ts";
import { agent, apiTarget, argument, command, model, version } from "./words.ts";

/** What an engine is where nothing is said of it. */
export const plainEngine: Engine = { args: [], env: [] };

function engineShape(brand: Brand): Shape<Engine> {
  return either((node) => node.kind === "map", block(brand), identifier(brand.engine));
}

/** The engine's name alone. */
function identifier({ id }: Brand["engine"]): Shape<Engine> {
  const name = engineId(id);
  return {
    schema: name.schema,
    read: (node, site) => (name.read(node, site) === undefined ? undefined : plainEngine),
  };
}

/** The one engine that there is; compared letter by letter. */
function engineId(id: string): Shape<string> {
  const only = `The only engine is "${id}"`;
  return {
    schema: { const: id },
    read(node, site) {
      if (node.kind !== "scalar" || typeOf(node) !== "text") {
        return refuse(node, site, { message: `is ${nameKind(node)}, no engine`, hint: only });
      }
      if (node.text === id) return id;
      const message = `${quote(node.text)} is no engine that there is`;
      return refuse(node, site, { message, hint: withGuess(node.text, [id], only) });
    },
  };
}

const counted = wholeNumber({ from: 0, to: 2 ** 32 - 1 });

/** The service takes zero for "as long as it may". */
const minutes: Shape<number> = {
  schema: { ...counted.schema, minimum: 1 },
  read(node, site) {
    const read = counted.read(node, site);
    if (read !== 0) return read;
    const message = "0 lifts the limit: the job may run as long as the service lets it";
    return refuse(node, site, { message, hint: "Write the minutes that it may take at most" });
  },
};

function block(brand: Brand): Shape<Engine> {
  const fields = engineFields(brand);
  return {
    schema: fields.schema,
    read(node, site) {
      const read = fields.read(node, site);
      if (!read || node.kind !== "map") return undefined;
      refuseForOthers(node, site, brand);
      const { id: _, version: given, args = [], env = [], ...rest } = read;
      weighEnv(node, { site, env, brand });
      weighCommand(node, site, rest.command);
      weighArgs(node, site);
      return { ...rest, args, env, ...(given !== undefined && { version: bareVersion(given) }) };
    },
  };
}

function engineFields(brand: Brand) {
  const { id, appBlock } = brand.engine;
  return record(
    {
      id: { shape: engineId(id), about: `The engine: ${id}.` },
      model: { shape: model, about: "Model ID, for --model. Without it, the engine chooses." },
      timeoutMinutes: {
        name: "timeout-minutes",
        shape: minutes,
        about: "Limit of the whole agent job, in minutes. Without it, the service's 60.",
      },
      version: {
        shape: version,
        about: "Version of the engine to install, or latest. Without it, the one that is pinned.",
      },
      agent: {
        shape: agent,
        about: `A custom agent of the repository, for --agent: one of ${brand.folder}/agents/.`,
      },
      apiTarget: {
        name: "api-target",
        shape: apiTarget,
        about: "Host of a forge of one's own, for --api-target. The firewall lets it through.",
      },
      args: {
        shape: list(argument, { what: "arguments" }),
        about: "Arguments that follow those of the compiler.",
      },
      env: { shape: envShape(brand), about: "Variables of the engine's environment: plain texts." },
      command: {
        shape: command,
        about: "Path of the engine's program in the sandbox. Without it, the engine is installed.",
      },
      appToken: {
        name: appBlock,
        shape: appTokenShape(brand),
        about: "An App whose token each run mints for the engine, and revokes after it.",
      },
      provider: {
        shape: providerShape(brand, mintedVariables(brand)),
        about: `A model provider of one's own, for ${brand.providerPrefix}_*.`,
      },
    },
    { what: "the engine" },
  );
}

/** A release is called by its number; whoever writes `v1.2.3` means it, too. */
export function bareVersion(given: string): string {
  return given.replace(/^v(?=\d)/, "");
}

/** Blocks that only this engine knows say so themselves, whatever else is wrong with another one. */
function refuseForOthers(node: YamlMap, { path, findings }: Site, { engine }: Brand): void {
  const id = fieldOf(node, "id")?.value;
  if (!id || (id.kind === "scalar" && id.text === engine.id)) return;
  for (const name of [engine.appBlock, "provider"]) {
    const block = fieldOf(node, name);
    if (!block) continue;
    findings.error(block.key, `${path}.${name}`, {
      message: `"${name}" is for the engine "${engine.id}" alone`,
    });
  }
}

function weighEnv(
  node: YamlMap,
  { site, env, brand }: { readonly site: Site; readonly env: Env; readonly brand: Brand },
): void {
  const variables = fieldOf(node, "env")?.value;
  if (variables?.kind !== "map") return;
  const provider = fieldOf(node, "provider");
  const within = { ...site, path: `${site.path}.env` };
  for (const { key } of variables.fields) {
    const path = pathTo(within, key.text);
    const isRaw = key.text.startsWith(`${brand.providerPrefix}_`);
    if (isRaw && provider) {
      site.findings.error(key, path, {
        message: `"${key.text}" and "provider" are mutually exclusive`,
        hint: `Leave it away: "provider" sets ${brand.providerPrefix}_*`,
      });
    } else if (isRaw) {
      site.findings.warn(key, path, {
        message: `"${key.text}" sets a provider up by hand: its host is not let through, and no credential is kept from the engine`,
        hint: `Use "provider"`,
      });
    }
  }
  for (const [name, value] of env) {
    const field = fieldOf(variables, name);
    if (!field || !holdsSecret(name, value)) continue;
    site.findings.warn(field.value, pathTo(within, name), {
      message: `"${name}" may be a secret, and everybody reads it who reads this file`,
      hint: "A secret belongs into a secret variable of the pipeline",
    });
  }
}

/** A path may be anywhere; inside the sandbox not much is. */
function weighCommand(node: YamlMap, { path, findings }: Site, given: string | undefined): void {
  const field = fieldOf(node, "command");
  if (!field || given === undefined) return;
  if (!given.startsWith("/") || /^\/(?:tmp|usr|bin|opt)\//.test(given)) return;
  findings.warn(field.value, `${path}.command`, {
    message: `"${given}" may not be there inside the sandbox`,
    hint: "There are the working folder, /usr, /bin, /opt and the folders of PATH",
  });
}

/** Flags that engines are known to have beside those of the specification: with them, the last one wins. */
const shortForms: Readonly<Record<string, string>> = {
  "-p": "--prompt",
  "--yolo": "--allow-all-tools",
  "--allow-all": "--allow-all-tools",
};

function weighArgs(node: YamlMap, { path, findings }: Site): void {
  const given = fieldOf(node, "args")?.value;
  if (given?.kind !== "list") return;
  for (const [index, item] of given.items.entries()) {
    const flag = item.kind === "scalar" ? item.text.split("=")[0] : undefined;
    const long = flag === undefined ? undefined : shortForms[flag];
    if (flag === undefined || long === undefined) continue;
    findings.warn(item, `${path}.args[${index}]`, {
      message: `"${flag}" may say the same as "${long}", which is the compiler's`,
    });
  }
}

/** What `engine` may hold in a brand. @see spec/engine.md, "engine object fields" */
export const engineShapes: Readonly<Record<Brand["name"], Shape<Engine>>> = {
  forge: engineShape(brands.forge),
  github: engineShape(brands.github),
};
