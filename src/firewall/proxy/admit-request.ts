import type { Request } from "../rules/policy.ts";
import { isDenied, BudgetSpent, type Admission, type ProvidedCall } from "./budget-gate.ts";
import { listReadings } from "./decide-readings.ts";
import type { ProxyDeps } from "./proxy-deps.ts";

export interface CountedRequest {
  /** Undefined for a connection whose requests are not visible. */
  readonly asked?: Request | undefined;
  /** Flat list: name, value, name, value. */
  readonly headers?: readonly string[];
  /** Request to a provider through the sidecar; undefined for others. */
  readonly call?: ProvidedCall;
}

/**
 * Counts a request, immediately if no share of a shared budget must be requested first.
 * @returns undefined without a budget
 * @throws BudgetSpent
 */
export function admitRequest(
  { asked, headers = [], call }: CountedRequest,
  { budget, policy }: Pick<ProxyDeps, "budget" | "policy">,
): Promise<Admission> | undefined {
  if (!budget) return undefined;
  const readings = asked ? listReadings(asked, headers) : [];
  const rules = new Set(readings.flatMap((reading) => policy.findBudgets(reading)));
  return resolveAdmission(budget.admit([...rules], call));
}

async function resolveAdmission(admitted: ReturnType<NonNullable<ProxyDeps["budget"]>["admit"]>) {
  const result = await admitted;
  if (isDenied(result)) throw new BudgetSpent(result);
  return result;
}
