import { brands, type Brand } from "../../forge/brand.ts";
import type { Engine } from "./engine.ts";
import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { integer, withGuess } from "../../yaml/scalar-shapes.ts";
import { either, refuse, type Shape, type Site } from "../../yaml/shape.ts";
import { fieldOf, nameKind, typeOf, type YamlMap } from "../../yaml/yaml-node.ts";
import { appTokenShape } from "./read-app-token.ts";
import { envShape } from "./read-env.ts";
import { providerShape } from "./read-provider.ts";
import { refuseKept } from "./refuse-kept.ts";
import { lintArgs, lintCommand } from "./lint-command-line.ts";
import { lintLifetime } from "./lint-lifetime.ts";
import { lintEnv } from "./lint-env.ts";
import { agent, apiTarget, argument, command, model, version } from "./words.ts";

/** The engine of a definition that does not configure an engine. */
export const plainEngine: Engine = { args: [], env: [] };

function engineShape(brand: Brand): Shape<Engine> {
  return either((node) => node.kind === "map", block(brand), identifier(brand.engine));
}

/** Returns the shape of the short form: only the engine's name. */
function identifier({ id }: Brand["engine"]): Shape<Engine> {
  const name = engineId(id);
  return {
    schema: name.schema,
    read: (node, site) => (name.read(node, site) === undefined ? undefined : plainEngine),
  };
}

/**
 * Returns the shape of the engine's name. Only one engine is supported; the comparison is
 * case-sensitive.
 */
function engineId(id: string): Shape<string> {
  const only = `The only supported engine is "${id}"`;
  return {
    schema: { const: id },
    read(node, site) {
      if (node.kind !== "scalar" || typeOf(node) !== "text") {
        return refuse(node, site, { message: `is ${nameKind(node)}, not an engine`, hint: only });
      }
      if (node.text === id) return id;
      const other = Object.values(brands).find(({ engine }) => engine.id === node.text);
      if (other) {
        const message = `${quote(node.text)} belongs to the naming convention ${other.name}`;
        const hint = `Add "brand": "${other.name}" to gatehouse.json, or use --brand ${other.name}`;
        return refuse(node, site, { message, hint });
      }
      const message = `${quote(node.text)} is not a supported engine`;
      return refuse(node, site, { message, hint: withGuess(node.text, [id], only) });
    },
  };
}

const counted = integer({ from: 1, to: 2 ** 32 - 1 });

/** Refuses 0, which Azure Pipelines treats as its maximum limit. */
const minutes: Shape<number> = {
  schema: counted.schema,
  read(node, site) {
    const isZero = node.kind === "scalar" && node.isPlain && node.text === "0";
    if (!isZero) return counted.read(node, site);
    const message = "0 removes the limit: the job can run as long as Azure Pipelines allows";
    return refuse(node, site, { message, hint: "Specify a limit in minutes" });
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
      refuseKept(node, site, { brand, privateKey: rest.appToken?.privateKey });
      lintEnv(node, site, brand);
      lintCommand(node, site, rest.command);
      lintArgs(node, site);
      lintLifetime(node, site, rest);
      return { ...rest, args, env, ...(given !== undefined && { version: bareVersion(given) }) };
    },
  };
}

function engineFields(brand: Brand) {
  const { id, appBlock } = brand.engine;
  return record(
    {
      id: { shape: engineId(id), about: `Engine: ${id}.` },
      model: {
        shape: model,
        about: "Model ID for --model. Without it, the engine chooses a model.",
      },
      timeoutMinutes: {
        name: "timeout-minutes",
        shape: minutes,
        about: "Limit for the agent job, in minutes. Default: 60, the limit of Azure Pipelines.",
      },
      version: {
        shape: version,
        about: "Version of the engine to install, or latest. Default: the pinned version.",
      },
      agent: {
        shape: agent,
        about: `Custom agent of the repository for --agent, from ${brand.folder}/agents/.`,
      },
      apiTarget: {
        name: "api-target",
        shape: apiTarget,
        about: `API host of a self-hosted server, for ${brand.engine.hostVariables.at(-1) ?? "--api-target"}. The firewall allows it.`,
      },
      args: {
        shape: list(argument, { what: "arguments" }),
        about: "Additional arguments, passed after those of the compiler.",
      },
      env: {
        shape: envShape(brand),
        about: "Environment variables of the engine, as literal values.",
      },
      command: {
        shape: command,
        about:
          "Path of the engine's program in the sandbox. Without it, the pipeline installs the engine.",
      },
      appToken: {
        name: appBlock,
        shape: appTokenShape(brand),
        about: "App whose token each run mints for the engine and revokes afterwards.",
      },
      provider: {
        shape: providerShape(brand),
        about: `Custom model provider, for the variables ${brand.providerPrefix}_*.`,
      },
    },
    { what: "the engine" },
  );
}

/** Returns a version without a leading `v`, so that `v1.2.3` and `1.2.3` are the same release. */
export function bareVersion(given: string): string {
  return given.replace(/^v(?=\d)/i, "");
}

/**
 * If the definition names an unsupported engine, also reports the blocks that only the supported
 * engine accepts.
 */
function refuseForOthers(node: YamlMap, { path, findings }: Site, { engine }: Brand): void {
  const id = fieldOf(node, "id")?.value;
  if (!id || (id.kind === "scalar" && id.text === engine.id)) return;
  for (const name of [engine.appBlock, "provider"]) {
    const block = fieldOf(node, name);
    if (!block) continue;
    findings.error(block.key, `${path}.${name}`, {
      message: `"${name}" is only supported by the engine "${engine.id}"`,
    });
  }
}

/**
 * The shape of `engine` in each brand.
 * @see spec/engine.md, "engine object fields"
 */
export const engineShapes: Readonly<Record<Brand["name"], Shape<Engine>>> = {
  forge: engineShape(brands.forge),
  github: engineShape(brands.github),
};
