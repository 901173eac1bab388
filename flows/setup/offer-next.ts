import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";

export interface NextSetups {
  readonly firewall: "now" | "later";
  readonly engine: "now" | "later";
}

interface Offer {
  readonly id: keyof NextSetups;
  /** Row of the progress log that is marked if the operator postpones this part. */
  readonly row: string;
  readonly title: string;
  /** Arguments of the command that sets up this part later. */
  readonly later: readonly string[];
  readonly now: string;
  readonly why: string;
}

const offers: readonly Offer[] = [
  {
    id: "firewall",
    row: "Firewall",
    title: "Also set up a firewall for agents?",
    later: ["firewall", "setup"],
    now: "domains, URLs, and a trial run",
    why: "The firewall runs an agent in a container that can access only what its rules allow. The rules are in a separate file that you control.",
  },
  {
    id: "engine",
    row: "Engine",
    title: "Also configure an agent for Azure Pipelines?",
    later: ["engine"],
    now: "a definition, its pipeline and its secrets",
    why: "An agent definition specifies an agent's engine, the engine's credential, and what the agent can access. The definition is a file in the current directory, and gatehouse compiles it into an Azure pipeline. Agents on GitHub Actions do not need this.",
  },
];

/**
 * Asks the last questions of a first setup: which other parts to set up now. Later setups do not
 * ask again, because each part has its own command.
 */
export async function offerNext(
  {
    ask,
    mark,
    restore,
    recordValue,
  }: Pick<FlowContext, "ask" | "mark" | "restore" | "recordValue">,
  { profile }: Pick<ControlLocation, "profile">,
): Promise<NextSetups> {
  const keyOf = ({ id }: Offer) => doneKey(`${profile.host} ${id} offered`);
  const open = offers.filter((offer) => !restore(keyOf(offer)));
  const chosen: NextSetups = { firewall: "later", engine: "later" };
  const answers = new Map<Offer, "later" | "now">();
  for (const offer of open) {
    const { id, title, later, now, why } = offer;
    const when = await ask.choose<"later" | "now">({
      id,
      title,
      options: [
        { value: "later", label: "Later", hint: `run ${ownCommandLine(...later)}` },
        { value: "now", label: "Yes, now", hint: now },
      ],
      initial: "later",
      isOptional: true,
      why,
    });
    answers.set(offer, when);
    if (when === "later") mark({ name: offer.row, state: "skipped", summary: "left for later" });
  }
  // Recorded after all questions are answered, because Back can return from one question to the
  // previous one.
  for (const offer of open) await recordValue(keyOf(offer), true);
  return [...answers].reduce((all, [{ id }, when]) => ({ ...all, [id]: when }), chosen);
}
