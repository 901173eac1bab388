import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";

/** What else can be set up, and when. */
export interface NextSetups {
  readonly firewall: "now" | "later";
  readonly engine: "now" | "later";
}

interface Offer {
  readonly id: keyof NextSetups;
  /** The row that says that it is left for later. */
  readonly row: string;
  readonly title: string;
  /** The words of the command that asks for it later. */
  readonly later: readonly string[];
  readonly now: string;
  readonly why: string;
}

const offers: readonly Offer[] = [
  {
    id: "firewall",
    row: "Firewall",
    title: "Choose what agents may reach, too?",
    later: ["firewall", "setup"],
    now: "domains, addresses, and a trial run",
    why: "A firewall runs an agent in a container from which it reaches only what its rules allow. The rules are a file of your own, beside what was set up here.",
  },
  {
    id: "engine",
    row: "Engine",
    title: "Configure an agent's engine, too?",
    later: ["engine"],
    now: "a definition, its pipeline and its secrets",
    why: "An agent definition says which engine an agent runs on, what that proves itself by, and what it may reach. It is a file of the folder that you are in, and a pipeline is made of it.",
  },
];

/**
 * The last questions of a first setup: what of the rest is set up at once. Another setup does not ask again: each has a
 * setup of its own.
 */
export async function offerNext(
  {
    ask,
    mark,
    restore,
    recordValue,
  }: Pick<FlowContext, "ask" | "mark" | "restore" | "recordValue">,
  { profile }: Pick<ControlPlace, "profile">,
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
        { value: "later", label: "Later", hint: `${ownCommandLine(...later)} asks for it` },
        { value: "now", label: "Yes, now", hint: now },
      ],
      initial: "later",
      isOptional: true,
      why,
    });
    answers.set(offer, when);
    if (when === "later") mark({ name: offer.row, state: "skipped", summary: "left for later" });
  }
  // Noted when all are answered: Back leads from one to the other.
  for (const offer of open) await recordValue(keyOf(offer), true);
  return [...answers].reduce((all, [{ id }, when]) => ({ ...all, [id]: when }), chosen);
}
