import { PoolUnavailable, type Exchange, type Pool } from "./pool.ts";

/**
 * Checks the requests of another process, which parses hostile bytes: it can neither exceed the
 * limits of the approved rules nor return more than it received.
 * @param limits limits by the name of their counter
 */
export function guardPool(pool: Pool, limits: ReadonlyMap<string, number>): Pool {
  const granted = new Map<string, number>();
  const add = (key: string, amount: number) => granted.set(key, (granted.get(key) ?? 0) + amount);
  const check = ({ key, limit: own, owed, wanted }: Exchange): Exchange => {
    const approved = limits.get(key);
    if (approved === undefined) throw new PoolUnavailable("no approved rule has this limit");
    const settled = Math.max(owed, -(granted.get(key) ?? 0));
    // Recorded before the pool responds, so that messages at the same time cannot repeat a return.
    add(key, Math.min(0, settled));
    return { key, limit: Math.min(approved, own), wanted, owed: settled };
  };
  return {
    exchange: async (requests) => {
      const shares = await pool.exchange(requests.map(check));
      requests.forEach(({ key }, index) => add(key, shares[index]?.granted ?? 0));
      return shares;
    },
  };
}

/** Returns the requests in a message of another process; undefined if they are not valid. */
export function readExchanges(value: unknown): readonly Exchange[] | undefined {
  return Array.isArray(value) && value.every(isExchange) ? value : undefined;
}

function isExchange(value: unknown): value is Exchange {
  if (typeof value !== "object" || value === null) return false;
  const { key, limit, owed, wanted } = value as Partial<Record<keyof Exchange, unknown>>;
  const areNumbers = [limit, owed, wanted].every((each) => Number.isSafeInteger(each));
  return typeof key === "string" && areNumbers;
}
