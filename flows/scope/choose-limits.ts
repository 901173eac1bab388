import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { count } from "../../src/shared/count.ts";
import type { Places } from "../shared/count-questions.ts";

type Limits = Settings["caps"];

const usualLimits: Limits = { repositories: 25, dispatches: 10 };

const why =
  "A run checks the targets one by one. If a target needs work, the run dispatches a worker: a separate run in which an agent works on that target. Limits reduce the effect of mistakes.";

/** Asks for numbers only if the operator wants to change the limits. */
export async function chooseLimits(
  context: Pick<FlowContext, "ask">,
  { before, locations }: { before: Limits | undefined; locations: Places },
): Promise<Limits> {
  const limits = before ?? usualLimits;
  const choice = await context.ask.choose<"usual" | "other">({
    id: "limits",
    name: "Limits",
    position: locations.next(),
    title: before ? "Keep the current limits per run?" : "Use the default limits per run?",
    options: [
      { value: "usual", label: "Yes", hint: describeLimits(limits) },
      { value: "other", label: "No, change them", hint: "enter new values for both limits" },
    ],
    initial: "usual",
    why,
  });
  if (choice === "usual") return limits;
  locations.add(2);
  return askLimits(context, { before: limits, locations });
}

/** Asks for both limits, with the current values as defaults. */
export async function askLimits(
  context: Pick<FlowContext, "ask">,
  { before, locations }: { before: Limits; locations: Places },
): Promise<Limits> {
  const repositories = await askLimit(context, {
    id: "repository-cap",
    name: "Repositories",
    position: locations.next(),
    title: "Maximum repositories per run:",
    initial: before.repositories,
  });
  const dispatches = await askLimit(context, {
    id: "dispatch-cap",
    name: "Workers",
    position: locations.next(),
    title: "Maximum workers per run:",
    initial: before.dispatches,
  });
  return { repositories, dispatches };
}

/** Formats the limits: `25 repositories and 10 workers per run`. */
export function describeLimits({ repositories, dispatches }: Limits): string {
  return `${count(repositories, "repository")} and ${count(dispatches, "worker")} per run`;
}

interface Limit {
  readonly id: string;
  readonly name: string;
  readonly position: ReturnType<Places["next"]>;
  readonly title: string;
  readonly initial: number;
}

async function askLimit({ ask }: Pick<FlowContext, "ask">, { initial, ...limit }: Limit) {
  const check = (text: string) =>
    /^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : "Enter a whole number from 1 to 9999.";
  return Number(await ask.text({ ...limit, initial: String(initial), check, why }));
}
