import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { editFrontMatter } from "../../src/compiler/edit/edit-front-matter.ts";
import type { EditValue } from "../../src/yaml/edit/edit-value.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { EngineDeps } from "./engine-deps.ts";

type Deps = Pick<EngineDeps, "brand" | "definitionName">;

interface Probe {
  readonly path: readonly string[];
  readonly value: EditValue;
}

/**
 * Checks, before any question, which values can be written to the definition. Does not write
 * anything.
 * @throws InvalidInput with the position if no value of the engine can be changed
 */
export async function requireEditable(
  { ask, read }: Pick<FlowContext, "ask" | "read">,
  deps: Deps,
  text: string,
): Promise<void> {
  const refused = await read("what cannot be changed", () =>
    Promise.resolve({
      engine: refusalsOf(text, engineProbes(deps)),
      network: refusalsOf(text, networkProbes),
    }),
  );
  const { engine, network } = refused;
  const [first] = engine;
  if (first && engine.length === engineProbes(deps).length) {
    throw new InvalidInput(first.message, first.hints);
  }
  const messages = new Set([...engine, ...network].map(({ message }) => message));
  if (messages.size === 0) return;
  const title = `Some parts of ${deps.definitionName} cannot be changed here`;
  await ask.note({ id: "engine-fixed", title, body: [...messages] });
}

/** Returns a test edit for each value that the wizard asks for. */
function engineProbes({ brand }: Pick<Deps, "brand">): readonly Probe[] {
  return [
    ...["model", "version", "agent", "timeout-minutes"].map((name) => [name]),
    [brand.engine.appBlock, "app-id"],
    ["provider", "base-url"],
  ].map((path) => ({ path: ["engine", ...path], value: "probe" }));
}

const networkProbes: readonly Probe[] = ["allowed", "blocked", "urls"].map((name) => ({
  path: ["network", name],
  value: ["probe"],
}));

function refusalsOf(text: string, probes: readonly Probe[]): readonly InvalidInput[] {
  return probes.flatMap((probe) => {
    try {
      editFrontMatter(text, [probe]);
      return [];
    } catch (error) {
      if (error instanceof InvalidInput) return [error];
      throw error;
    }
  });
}
