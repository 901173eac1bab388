import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { count } from "../../src/shared/count.ts";
import type { Places } from "../shared/count-questions.ts";

type Limits = Settings["caps"];

const usualLimits: Limits = { repositories: 25, dispatches: 10 };

const why =
  "A run looks at the targets, one after the other. Where there is work, it dispatches a worker: a run of its own, in which an agent works on that target. Limits keep a mistake small.";

/** Numbers are asked for only of who wants others than these. */
export async function chooseLimits(
  context: Pick<FlowContext, "ask">,
  { before, places }: { before: Limits | undefined; places: Places },
): Promise<Limits> {
  const limits = before ?? usualLimits;
  const choice = await context.ask.choose<"usual" | "other">({
    id: "limits",
    name: "Usual limits",
    place: places.next(),
    title: before ? "Keep the limits of a run?" : "Keep the usual limits of a run?",
    options: [
      { value: "usual", label: "Yes", hint: describeLimits(limits) },
      { value: "other", label: "No, other numbers", hint: "you say how many of each" },
    ],
    initial: "usual",
    why,
  });
  if (choice === "usual") return limits;
  places.add(2);
  return askLimits(context, { before: limits, places });
}

/** Both numbers, beginning with what they are. */
export async function askLimits(
  context: Pick<FlowContext, "ask">,
  { before, places }: { before: Limits; places: Places },
): Promise<Limits> {
  const repositories = await askLimit(context, {
    id: "repository-cap",
    name: "Repositories",
    place: places.next(),
    title: "Repositories that one run looks at, at most:",
    initial: before.repositories,
  });
  const dispatches = await askLimit(context, {
    id: "dispatch-cap",
    name: "Workers",
    place: places.next(),
    title: "Workers that one run dispatches, at most:",
    initial: before.dispatches,
  });
  return { repositories, dispatches };
}

/** `25 repositories and 10 workers a run` */
export function describeLimits({ repositories, dispatches }: Limits): string {
  return `${count(repositories, "repository")} and ${count(dispatches, "worker")} a run`;
}

interface Limit {
  readonly id: string;
  readonly name: string;
  readonly place: ReturnType<Places["next"]>;
  readonly title: string;
  readonly initial: number;
}

async function askLimit({ ask }: Pick<FlowContext, "ask">, { initial, ...limit }: Limit) {
  const check = (text: string) =>
    /^[1-9]\d{0,3}$/.test(text.trim()) ? undefined : "A whole number from 1 to 9999 is needed.";
  return Number(await ask.text({ ...limit, initial: String(initial), check, why }));
}
