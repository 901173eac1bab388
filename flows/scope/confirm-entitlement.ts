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
  /** The administrator who confirmed the billing, if GitHub does not provide evidence. */
  readonly administrator?: string;
}

export const billingRow = "Billing";

type RecordDeps = Pick<ScopeDeps, "profile" | "readRecords">;
export type EntitlementDeps = RecordDeps & Pick<ScopeDeps, "repository" | "readBilling">;

/**
 * Requires paid agent inference, which is independent of the credentials for targets.
 * @throws Incomplete if there is no organization billing, or it is not confirmed
 */
export async function requireEntitlement(
  context: Pick<FlowContext, "ask" | "read" | "mark" | "discardAnswer">,
  deps: EntitlementDeps,
): Promise<ConfirmedEntitlement> {
  const { ask, read, mark } = context;
  await warnOfFallbacks(context, deps);
  const owner = deps.repository.owner;
  const entitlement = await read("billing", () =>
    ask.progress({ id: "billing", title: `Checking ${owner}'s inference billing` }, async () =>
      evaluateEntitlement(await deps.readBilling()),
    ),
  );
  if (entitlement.state === "unavailable") {
    throw new Incomplete(
      `No billing for agent inference found for ${owner}: ${entitlement.evidence}.`,
      [
        { text: `Ask an owner of ${owner} to set up organization billing for agents` },
        { text: "Then run setup again", command: commandLine("setup", deps) },
      ],
    );
  }
  if (entitlement.state === "active") {
    const summary = `organization billing is active (${entitlement.evidence})`;
    mark({ name: billingRow, state: "done", summary });
    return { entitlement };
  }
  const administrator = await askAdministrator(context, deps, entitlement);
  mark({ name: billingRow, state: "reported", summary: `billing confirmed by ${administrator}` });
  return { entitlement, administrator };
}

/**
 * Asks for an administrator's confirmation, because GitHub does not provide evidence of the
 * billing.
 * @throws Incomplete without a confirmation
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
    position: { at: 1, of: 2 },
    title: "Who confirms that inference is paid for?",
    facts: [
      { name: "Organization", text: owner },
      { name: "Evidence", text: `none: ${evidence}` },
    ],
    body: [`Ask an administrator of ${owner}, then enter their account name.`],
    why: "For inference, runs use only the workflow token and the organization's billing.",
    check: checkLogin,
  });
  const administrator = typed.trim();
  const isConfirmed = await ask.confirm({
    id: "billing-confirmed",
    name: "Confirmed",
    position: { at: 2, of: 2 },
    title: `Did ${administrator} confirm the billing?`,
    facts: [
      { name: "Statement", text: `${owner}'s billing for agent inference is active` },
      { name: "Recorded", text: "their account, yours and the time, in the control repository" },
    ],
    yes: "Yes, confirmed",
    no: "No, or not yet",
  });
  if (isConfirmed) return administrator;
  // Discards the answer so that the next run asks again.
  await discardAnswer("billing-administrator");
  throw new Incomplete(`${owner}'s billing for agent inference is not confirmed.`, [
    { text: "Ask an administrator of the organization" },
    { text: "Then run setup again", command: commandLine("setup", deps) },
  ]);
}

async function warnOfFallbacks(
  context: Pick<FlowContext, "ask" | "read">,
  deps: RecordDeps,
): Promise<void> {
  const { ask } = context;
  const { variables, secrets } = await context.read("records", () =>
    retryWithOperator(context, { id: "records" }, () =>
      ask.progress({ id: "records", title: "Reading the stored records" }, () =>
        deps.readRecords(),
      ),
    ),
  );
  const found = findAgentFallbacks([...variables.keys(), ...secrets], deps.profile.brand);
  if (found.length === 0) return;
  await ask.note({
    id: "agent-fallbacks",
    title: `Unused, unsupported records: ${found.join(", ")}`,
    body: [
      "Inference uses only the workflow token and organization billing.",
      "Delete these records: nothing uses them, but anyone who can change a workflow can read their values.",
    ],
  });
}
