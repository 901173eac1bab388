import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { Destination, Mode } from "../../src/credentials/profile/facts.ts";
import { parseRepositoryName } from "../../src/forge/repository-name.ts";
import type { Places } from "../shared/count-questions.ts";

interface Asked {
  readonly before: Settings | undefined;
  readonly places: Places;
}

/** Whether agents write to the targets: a second App hangs on it. */
export function chooseMode(
  { ask }: Pick<FlowContext, "ask">,
  { before, places }: Asked,
): Promise<Mode> {
  return ask.choose<Mode>({
    id: "mode",
    name: "Agents",
    place: places.next(),
    title: "May agents write to the targets?",
    options: [
      { value: "review", label: "No, review only", hint: "results stay out of the targets" },
      {
        value: "live",
        label: "Yes, write",
        hint: "approved changes reach them; by the Write App",
      },
    ],
    initial: before?.mode ?? "review",
    why: "Review needs less power. Go live when you have looked at what the agents write: run setup again then.",
  });
}

export type Where = Pick<Settings, "destination" | "alternateRepository">;

/** Where the results of reviews go, by what that calls for. */
export async function chooseDestination(
  { ask }: Pick<FlowContext, "ask">,
  { before, places }: Asked,
): Promise<Where> {
  const destination = await ask.choose<Destination>({
    id: "destination",
    name: "Results",
    place: places.next(),
    title: "Where do review results go?",
    options: [
      {
        value: "control",
        label: "The control repository",
        hint: "no result goes anywhere else",
      },
      {
        value: "alternate",
        label: "Another repository",
        hint: "needs Apps, or a token that reaches it",
      },
      {
        value: "target",
        label: "The target itself",
        hint: "a write to each target; needs the Write App",
      },
    ],
    initial: before?.destination ?? "control",
    why: "A result is an issue, a comment or a pull request that an agent writes. The further it goes, the more power its credential has.",
  });
  if (destination !== "alternate") return { destination };
  places.add(1);
  const alternateRepository = await ask.text({
    id: "alternate",
    name: "Results in",
    place: places.next(),
    title: "Full name of the repository for results:",
    placeholder: "acme/reviews",
    ...(before?.alternateRepository !== undefined && { initial: before.alternateRepository }),
    check: (text) =>
      parseRepositoryName(text) ? undefined : "Write it as owner/name, such as acme/reviews.",
  });
  return { destination, alternateRepository };
}
