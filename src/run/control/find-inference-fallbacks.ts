import { findAgentFallbacks } from "../../credentials/entitlement.ts";
import type { Brand } from "../../forge/brand.ts";
import { findExpressionPaths } from "./expressions.ts";
import type { Finding } from "./finding.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { listMaps, listTexts } from "./yaml-tree.ts";

/**
 * Finds inference tokens, such as AGENT_FORGE_TOKEN, that are set in an `env` or read from a
 * secret. Inference uses only the workflow token.
 */
export function findInferenceFallbacks(
  { path: file, tree, placeOf }: WorkflowDocument,
  brand: Brand,
): Finding[] {
  const declared = listMaps(tree).flatMap(({ map }) =>
    map.fields
      .filter(({ key }) => key.text === "env")
      .flatMap(({ value }) => (value.kind === "map" ? value.fields : []))
      .map(({ key }) => ({ name: key.text, start: key.start })),
  );
  const taken = listTexts(tree).flatMap(({ text, start }) =>
    findExpressionPaths(text)
      .filter(({ root }) => root === "secrets")
      .map(({ names: [, name = ""] }) => ({ name, start })),
  );
  const byLocation = [...declared, ...taken]
    .filter(({ name }) => findAgentFallbacks([name], brand).length > 0)
    .map(({ name, start }): [number, Finding] => [
      start,
      {
        file,
        ...placeOf(start),
        check: "inference-fallback",
        message: `"${name}" is an inference token, but inference uses only the workflow token`,
      },
    ]);
  return [...new Map(byLocation).values()];
}
