import { modeOf, type EngineChoice } from "../../src/compiler/choice/engine-choice.ts";
import type { Diagnostic } from "../../src/yaml/diagnostics.ts";
import type { Brand } from "../../src/forge/brand.ts";

/** Describes the engine: `pinned, model-1, 30 min`. */
export function describeEngine({ engine }: Pick<EngineChoice, "engine">): string {
  const { version, model, agent, timeoutMinutes, command } = engine;
  const words = [
    command ?? (version === undefined ? "pinned" : version === "latest" ? "latest" : version),
    ...(model === undefined ? [] : [model]),
    ...(agent === undefined ? [] : [`agent ${agent}`]),
    ...(timeoutMinutes === undefined ? [] : [`${timeoutMinutes} min`]),
  ];
  return words.join(", ");
}

export function describeAuthentication(
  choice: Pick<EngineChoice, "engine">,
  { workflowToken }: Brand,
): string {
  const { appToken, provider } = choice.engine;
  const app = appToken ? [`App ${appToken.appId} of ${appToken.owner}`] : [];
  switch (modeOf(choice)) {
    case "token":
      return `personal access token, ${workflowToken}`;
    case "app":
      return app.join("");
    case "provider":
      return [provider?.host ?? provider?.baseUrl ?? "a provider", ...app].join(", ");
  }
}

export function describeNetwork({ network }: Pick<EngineChoice, "network">): string {
  const { allowed, blocked, urls } = network;
  const own = [...allowed, ...urls];
  const reach = own.length === 0 ? "only required hosts" : own.join(", ");
  return blocked.length === 0 ? reach : `${reach}; blocked: ${blocked.join(", ")}`;
}

export function describeWarning({ path, message, hint }: Diagnostic): string {
  const where = path === "" ? message : `${path}: ${message}`;
  return hint === undefined ? where : `${where}. ${hint}`;
}
