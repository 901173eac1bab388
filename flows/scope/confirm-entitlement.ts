import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { findAgentFallbacks, evaluateEntitlement } from "../../src/credentials/entitlement.ts";
import type { Entitlement } from "../../src/credentials/entitlement.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { checkLogin } from "../../src/forge/login.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface ConfirmedEntitlement {
  readonly entitlement: Entitlement;
  /** Who gave their word, where the forge gives no proof. */
  readonly administrator?: string;
}

/** What the row of this step is called. */
export const billingRow = "Billing";

type RecordDeps = Pick<ScopeDeps, "profile" | "readRecords">;
export type EntitlementDeps = RecordDeps & Pick<ScopeDeps, "repository" | "readBilling">;

/**
 * Makes sure that agent inference is paid for, which has nothing to do with target credentials.
 * @throws Incomplete when there is no organization billing, or nobody confirms it
 */
export async function requireEntitlement(
  context: Pick<FlowContext, "ask" | "read" | "mark" | "discardAnswer">,
  deps: EntitlementDeps,
): Promise<ConfirmedEntitlement> {
  const { ask, read, mark } = context;
  await warnOfFallbacks(context, deps);
  const owner = deps.repository.owner;
  const entitlement = await read("billing", () =>
    ask.progress({ id: "billing", title: `Looking for ${owner}'s inference billing` }, async () =>
      evaluateEntitlement(await deps.readBilling()),
    ),
  );
  if (entitlement.state === "unavailable") {
    throw new Incomplete(`${owner} has no billing for agent inference: ${entitlement.evidence}.`, [
      { say: `Have an owner of ${owner} set up organization billing for agents` },
      { say: "Then", command: commandLine("setup", deps) },
    ]);
  }
  if (entitlement.state === "active") {
    const summary = `organization billing is active (${entitlement.evidence})`;
    mark({ name: billingRow, state: "done", summary });
    return { entitlement };
  }
  const administrator = await askAdministrator(context, deps, entitlement);
  mark({ name: billingRow, state: "told", summary: `billing confirmed by ${administrator}` });
  return { entitlement, administrator };
}

/**
 * A person's word, where the forge proves nothing.
 * @throws Incomplete when there is none
 */
async function askAdministrator(
  { ask, discardAnswer }: Pick<FlowContext, "ask" | "discardAnswer">,
  deps: EntitlementDeps,
  { evidence }: Entitlement,
): Promise<string> {
  const { owner } = deps.repository;
  const typed = await ask.text({
    id: "billing-administrator",
    name: "Administrator",
    place: { at: 1, of: 2 },
    title: "Who confirms that inference is paid for?",
    facts: [
      { name: "Organization", text: owner },
      { name: "Seen", text: `no proof: ${evidence}` },
    ],
    body: [`Ask an administrator of ${owner}, then enter their login.`],
    why: "Runs authenticate inference with the workflow token and the organization's billing, and with nothing else.",
    check: checkLogin,
  });
  const administrator = typed.trim();
  const isConfirmed = await ask.confirm({
    id: "billing-confirmed",
    name: "Confirmed",
    place: { at: 2, of: 2 },
    title: `Did ${administrator} confirm it?`,
    facts: [
      { name: "Confirmed", text: `${owner}'s billing for agent inference is active` },
      { name: "Recorded", text: "their login, yours and the time, in the control repository" },
    ],
    yes: "Yes, confirmed",
    no: "No, or not yet",
  });
  if (isConfirmed) return administrator;
  // Asked anew by the next run: an answer that stops is none to remember.
  await discardAnswer("billing-administrator");
  throw new Incomplete(`Nobody confirmed that ${owner} pays for agent inference.`, [
    { say: "Ask an administrator of the organization" },
    { say: "Then", command: commandLine("setup", deps) },
  ]);
}

async function warnOfFallbacks(
  context: Pick<FlowContext, "ask" | "read">,
  deps: RecordDeps,
): Promise<void> {
  const { ask } = context;
  const { variables, secrets } = await context.read("records", () =>
    retryWithOperator(context, { id: "records" }, () =>
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
      "Inference takes the workflow token and organization billing only.",
      "Remove these records: they give a token to whoever can change a workflow, and serve nothing.",
    ],
  });
}
