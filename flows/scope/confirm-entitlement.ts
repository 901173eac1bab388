import type { FlowContext } from "../../src/prompts/flow-context.ts";
import {
  findAgentFallbacks,
  evaluateEntitlement,
  refuseAdministrator,
} from "../../src/credentials/entitlement.ts";
import type {
  AdministratorRole,
  Entitlement,
  EntitlementConfirmation,
} from "../../src/credentials/entitlement.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { checkLogin } from "../../src/forge/login.ts";
import { Incomplete, UserError } from "../../src/shared/errors.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface ConfirmedEntitlement {
  readonly entitlement: Entitlement;
  /** The administrator who confirmed the billing, if GitHub does not provide evidence. */
  readonly confirmed?: Administrator;
}

interface Administrator {
  readonly administrator: string;
  readonly role: AdministratorRole;
}

export const billingRow = "Billing";

type RecordDeps = Pick<ScopeDeps, "profile" | "readRecords">;
export type EntitlementDeps = RecordDeps & Pick<ScopeDeps, "repository" | "readBilling" | "roleOf">;

/**
 * Requires paid agent inference, which is independent of the credentials for targets.
 * @param recorded the confirmation that is already committed for this scope
 * @throws Incomplete if there is no organization billing, or it is not confirmed
 */
export async function requireEntitlement(
  context: Pick<FlowContext, "ask" | "read" | "mark" | "discardAnswer">,
  deps: EntitlementDeps,
  recorded?: Pick<EntitlementConfirmation, "administrator" | "role">,
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
  const confirmed = recorded
    ? { administrator: recorded.administrator, role: recorded.role ?? "unverified" }
    : await askAdministrator(context, deps, entitlement);
  const { administrator, role } = confirmed;
  const by = role === "administrator" ? administrator : `${administrator}, role unverified`;
  mark({ name: billingRow, state: "reported", summary: `billing confirmed by ${by}` });
  return { entitlement, confirmed };
}

/**
 * Asks for an administrator's confirmation, because GitHub does not provide evidence of the
 * billing.
 * @throws Incomplete without a confirmation
 */
async function askAdministrator(
  context: Pick<FlowContext, "ask" | "read" | "discardAnswer">,
  deps: EntitlementDeps,
  { evidence }: Entitlement,
): Promise<Administrator> {
  const { ask } = context;
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
    checkAsync: (text) => explainRole(context, deps, text.trim()),
  });
  const administrator = typed.trim();
  const role = await requireAdministrator(context, deps, administrator);
  const isConfirmed = await ask.confirm({
    id: "billing-confirmed",
    name: "Confirmed",
    position: { at: 2, of: 2 },
    title: `Did ${administrator} confirm the billing?`,
    facts: [
      { name: "Statement", text: `${owner}'s billing for agent inference is active` },
      {
        name: "Role",
        text:
          role === "administrator"
            ? `administrator of ${owner}`
            : "unverified, because it is not visible to you",
      },
      { name: "Recorded", text: "their account, yours and the time, in the control repository" },
    ],
    yes: "Yes, confirmed",
    no: "No, or not yet",
  });
  if (isConfirmed) return { administrator, role };
  return stop(context, deps, `${owner}'s billing for agent inference is not confirmed.`);
}

const roleOf = (login: string) => `role ${login.toLowerCase()}`;

/**
 * Returns why an account cannot confirm the billing, while the operator can still correct the name.
 */
async function explainRole(
  { read }: Pick<FlowContext, "read">,
  deps: EntitlementDeps,
  login: string,
): Promise<string | undefined> {
  try {
    const role = await read(roleOf(login), () => deps.roleOf(login));
    return refuseAdministrator(deps.repository.owner, login, role);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** @throws Incomplete if the account, which an earlier run may have accepted, cannot confirm */
async function requireAdministrator(
  context: Pick<FlowContext, "ask" | "read" | "discardAnswer">,
  deps: EntitlementDeps,
  login: string,
): Promise<AdministratorRole> {
  const id = "billing-role";
  const role = await retryWithOperator(context, { id }, () =>
    context.read(roleOf(login), () =>
      context.ask.progress({ id, title: `Checking the role of ${login}` }, () =>
        deps.roleOf(login),
      ),
    ),
  );
  const problem = refuseAdministrator(deps.repository.owner, login, role);
  if (problem !== undefined) return stop(context, deps, problem);
  return role === undefined ? "unverified" : "administrator";
}

/** Discards the answer so that the next run asks again. */
async function stop(
  { discardAnswer }: Pick<FlowContext, "discardAnswer">,
  deps: EntitlementDeps,
  problem: string,
): Promise<never> {
  await discardAnswer("billing-administrator");
  throw new Incomplete(problem, [
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
