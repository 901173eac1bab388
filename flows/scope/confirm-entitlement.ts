import type { FlowContext } from "../../src/asking/flow-context.ts";
import { findAgentFallbacks, judgeEntitlement } from "../../src/credentials/entitlement.ts";
import type { Entitlement } from "../../src/credentials/entitlement.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { insist } from "../shared/insist.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface ConfirmedEntitlement {
  readonly entitlement: Entitlement;
  /** Who gave their word, where the forge gives no proof. */
  readonly administrator?: string;
}

type RecordDeps = Pick<ScopeDeps, "profile" | "readRecords">;
export type EntitlementDeps = RecordDeps & Pick<ScopeDeps, "repository" | "readBilling">;

/**
 * Makes sure that agent inference is paid for, which has nothing to do with target credentials.
 * @throws Incomplete when there is no organization billing, or nobody confirms it
 */
export async function requireEntitlement(
  context: Pick<FlowContext, "ask" | "read" | "mark" | "unanswer">,
  deps: EntitlementDeps,
): Promise<ConfirmedEntitlement> {
  const { ask, read, mark } = context;
  await warnOfFallbacks(context, deps);
  const owner = deps.repository.owner;
  const entitlement = await read("billing", () =>
    ask.progress({ id: "billing", title: `Looking for ${owner}'s inference billing` }, async () =>
      judgeEntitlement(await deps.readBilling()),
    ),
  );
  if (entitlement.state === "unavailable") {
    throw new Incomplete(`${owner} has no billing for agent inference: ${entitlement.evidence}.`, [
      {
        say: `Have an owner of ${owner} set up organization billing for agents, then run setup again`,
      },
    ]);
  }
  if (entitlement.state === "active") {
    mark({
      name: "Inference",
      state: "done",
      summary: `organization billing is active (${entitlement.evidence})`,
    });
    return { entitlement };
  }
  const administrator = await ask.text({
    id: "billing-administrator",
    title: "Which organization administrator confirms it?",
    body: [
      `Nothing here proves that ${owner} pays for agent inference: ${entitlement.evidence}.`,
      "Ask an administrator of the organization, and enter who confirmed it.",
    ],
    why: "Runs authenticate inference with the workflow token and the organization's billing, and with nothing else.",
    check: (text) =>
      text.trim().length > 1 ? undefined : "Enter the administrator's name or login.",
  });
  const isConfirmed = await ask.confirm({
    id: "billing-confirmed",
    title: `Did ${administrator.trim()} confirm that ${owner}'s billing is active?`,
    yes: `Yes, ${administrator.trim()} confirmed it`,
    no: "No, or not yet",
  });
  if (!isConfirmed) {
    // Asked anew by the next run: an answer that stops is none to remember.
    await context.unanswer("billing-administrator");
    throw new Incomplete(`Nobody confirmed that ${owner} pays for agent inference.`, [
      { say: "Ask an administrator of the organization, then run setup again" },
    ]);
  }
  mark({
    name: "Inference",
    state: "told",
    summary: `billing confirmed by ${administrator.trim()}`,
  });
  return { entitlement, administrator: administrator.trim() };
}

async function warnOfFallbacks(
  context: Pick<FlowContext, "ask" | "read">,
  deps: RecordDeps,
): Promise<void> {
  const { ask } = context;
  const { variables, secrets } = await context.read("records", () =>
    insist(context, { id: "records" }, () =>
      ask.progress({ id: "records", title: "Reading what is stored already" }, () =>
        deps.readRecords(),
      ),
    ),
  );
  const found = findAgentFallbacks([...variables.keys(), ...secrets], deps.profile.brand);
  if (found.length === 0) return;
  await ask.note({
    id: "agent-fallbacks",
    title: `Not supported, and not used: ${found.join(", ")}`,
    body: [
      "Inference takes the workflow token and organization billing only. Remove these records: they give a token to",
      "whoever can change a workflow, and serve nothing.",
    ],
  });
}
