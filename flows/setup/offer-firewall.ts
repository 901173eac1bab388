import type { FlowContext } from "../../src/asking/flow-context.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";

/**
 * The last question of a first setup: whether the rules of the agents' firewall are chosen at once. Another setup does
 * not ask again: the firewall has a setup of its own.
 */
export async function offerFirewall(
  { ask, mark, recall, jot }: Pick<FlowContext, "ask" | "mark" | "recall" | "jot">,
  { profile }: Pick<ControlPlace, "profile">,
): Promise<"now" | "later"> {
  const offered = doneKey(`${profile.host} firewall offered`);
  if (recall(offered)) return "later";
  const when = await ask.choose<"later" | "now">({
    id: "firewall",
    title: "Choose what agents may reach, too?",
    options: [
      { value: "later", label: "Later", hint: "gatehouse firewall setup asks for it" },
      { value: "now", label: "Yes, now", hint: "domains, addresses, and a trial run" },
    ],
    initial: "later",
    isOptional: true,
    why: "A firewall runs an agent in a container from which it reaches only what its rules allow. The rules are a file of your own, beside what was set up here.",
  });
  await jot(offered, true);
  if (when === "later") mark({ name: "Firewall", state: "skipped", summary: "left for later" });
  return when;
}
