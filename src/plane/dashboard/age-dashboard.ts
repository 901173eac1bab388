import type { CapacityItem } from "./capacity-items.ts";
import type { Dashboard } from "./dashboard.ts";
import type { GateItem } from "./gate-item.ts";

/**
 * Returns an earlier snapshot, updated for rate limits that have been reset since then. Does not
 * send requests.
 */
export function ageDashboard(seen: Dashboard, now: Date): Dashboard {
  return {
    ...seen,
    gate: ageGate(seen.gate, now),
    capacity: seen.capacity.map((item) => ageCapacity(item, now)),
  };
}

function ageGate(gate: GateItem, now: Date): GateItem {
  if (gate.opensAt === null || new Date(gate.opensAt) > now) return gate;
  const record = gate.record === "active" ? "expired" : gate.record;
  return { ...gate, state: "open", record, opensAt: null };
}

function ageCapacity(item: CapacityItem, now: Date): CapacityItem {
  const isOver = item.reset !== null && new Date(item.reset) <= now;
  return item.state === "known" && isOver ? { ...item, state: "renewed" } : item;
}
