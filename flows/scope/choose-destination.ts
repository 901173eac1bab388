import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { Destination, Mode } from "../../src/credentials/profile/facts.ts";
import { parseRepositoryName } from "../../src/forge/repository-name.ts";
import type { Places } from "../shared/count-questions.ts";

interface Asked {
  readonly before: Settings | undefined;
  readonly locations: Places;
}

/** Asks whether agents write to the targets, which requires a second App. */
export function chooseMode(
  { ask }: Pick<FlowContext, "ask">,
  { before, locations }: Asked,
): Promise<Mode> {
  return ask.choose<Mode>({
    id: "mode",
    name: "Agents",
    position: locations.next(),
    title: "Should agents write to the targets?",
    options: [
      { value: "review", label: "No, review only", hint: "results are not written to the targets" },
      {
        value: "live",
        label: "Yes, write",
        hint: "the write App applies approved changes",
      },
    ],
    initial: before?.mode ?? "review",
    why: "Review needs fewer permissions. After you have checked what the agents write, change the scope and allow writing.",
  });
}

export type Where = Pick<Settings, "destination" | "alternateRepository">;

/** Asks where review results should go. The hints show the credential that each choice requires. */
export async function chooseDestination(
  { ask }: Pick<FlowContext, "ask">,
  { before, locations }: Asked,
): Promise<Where> {
  const destination = await ask.choose<Destination>({
    id: "destination",
    name: "Results",
    position: locations.next(),
    title: "Where should review results go?",
    options: [
      {
        value: "control",
        label: "The control repository",
        hint: "results stay in this repository",
      },
      {
        value: "alternate",
        label: "Another repository",
        hint: "needs Apps, or a token for that repository",
      },
      {
        value: "target",
        label: "The target itself",
        hint: "writes to each target; needs the write App",
      },
    ],
    initial: before?.destination ?? "control",
    why: "A result is an issue, a comment or a pull request that an agent writes. Results in other repositories need a more powerful credential.",
  });
  if (destination !== "alternate") return { destination };
  locations.add(1);
  const alternateRepository = await ask.text({
    id: "alternate",
    name: "Results in",
    position: locations.next(),
    title: "Full name of the repository for results:",
    placeholder: "acme/reviews",
    ...(before?.alternateRepository !== undefined && { initial: before.alternateRepository }),
    check: (text) =>
      parseRepositoryName(text) ? undefined : "Enter it as owner/name, such as acme/reviews.",
  });
  return { destination, alternateRepository };
}
