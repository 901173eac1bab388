import { PoolUnavailable, type Exchange, type Pool, type Share } from "./pool.ts";

/**
 * Checks the requests of another process, which parses hostile bytes: it can neither exceed the
 * limits of the approved rules nor return more than it received.
 * @param limits limits by the name of their counter
 */
export function guardPool(pool: Pool, limits: ReadonlyMap<string, number>): Pool {
  const granted = new Map<string, number>();
  const check = ({ key, owed, wanted }: Exchange): Exchange => {
    const limit = limits.get(key);
    if (limit === undefined) throw new PoolUnavailable("no approved rule has this limit");
    return { key, limit, wanted, owed: Math.max(owed, -(granted.get(key) ?? 0)) };
  };
  return {
    exchange: async (requests) => {
      const checked = requests.map(check);
      const shares = await pool.exchange(checked);
      shares.forEach((share, index) => record(granted, checked[index], share));
      return shares;
    },
  };
}

function record(granted: Map<string, number>, asked: Exchange | undefined, share: Share): void {
  if (!asked) return;
  const before = granted.get(asked.key) ?? 0;
  granted.set(asked.key, before + Math.min(0, asked.owed) + share.granted);
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
