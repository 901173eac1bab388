import { brands, type Brand } from "../../forge/brand.ts";
import type { Engine } from "./engine.ts";
import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { wholeNumber, withGuess } from "../../yaml/scalar-shapes.ts";
import { either, refuse, type Shape, type Site } from "../../yaml/shape.ts";
import { fieldOf, nameKind, typeOf, type YamlMap } from "../../yaml/yaml-node.ts";
import { appTokenShape } from "./read-app-token.ts";
import { envShape } from "./read-env.ts";
import { providerShape } from "./read-provider.ts";
import { refuseKept } from "./refuse-kept.ts";
import { lintArgs, lintCommand } from "./lint-command-line.ts";
import { lintEnv } from "./lint-env.ts";
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

const counted = wholeNumber({ from: 1, to: 2 ** 32 - 1 });

/** The service takes zero for "as long as it may". */
const minutes: Shape<number> = {
  schema: counted.schema,
  read(node, site) {
    const isZero = node.kind === "scalar" && node.isPlain && node.text === "0";
    if (!isZero) return counted.read(node, site);
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
      refuseKept(node, site, { brand, privateKey: rest.appToken?.privateKey });
      lintEnv(node, site, brand);
      lintCommand(node, site, rest.command);
      lintArgs(node, site);
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
        shape: providerShape(brand),
        about: `A model provider of one's own, for ${brand.providerPrefix}_*.`,
      },
    },
    { what: "the engine" },
  );
}

/** A release is called by its number; whoever writes `v1.2.3` means it, too. */
export function bareVersion(given: string): string {
  return given.replace(/^v(?=\d)/i, "");
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

/** What `engine` may hold in a brand. @see spec/engine.md, "engine object fields" */
export const engineShapes: Readonly<Record<Brand["name"], Shape<Engine>>> = {
  forge: engineShape(brands.forge),
  github: engineShape(brands.github),
};
