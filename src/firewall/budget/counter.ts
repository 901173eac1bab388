import { formatUse, type LimitName } from "../rules/budget-rule.ts";
import type { Denial } from "../proxy/budget-gate.ts";
import { PoolUnavailable, type Exchange, type Pool } from "./pool.ts";

/** A budget that several sessions share, and its name in messages. */
export interface SharedPool {
  readonly name: string;
  readonly pool: Pool;
  /** Time after which an exhausted budget is asked again, because a session may return a share. */
  readonly retryMs: number;
}

export interface CounterOptions {
  readonly name: LimitName;
  /** Name in the shared budget. */
  readonly key: string;
  readonly limit: number;
  /** Text after the limit in messages, such as ` for https://a.example/**`. */
  readonly scope: string;
  readonly shared: SharedPool | undefined;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/**
 * Least amount to request, so that a share is enough for most responses: a session that is killed
 * cannot record what exceeded its share.
 */
const usualShares: Readonly<Partial<Record<LimitName, number>>> = {
  upload: 1024 ** 2,
  tokens: 20_000,
};
/** With a small limit, several sessions must be able to get a share. */
const smallestPart = 16;

/**
 * Counts one limit. Without a shared budget, the complete limit is available from the start.
 * Otherwise, the counter spends shares that it requests when it needs them.
 */
export class Counter {
  readonly options: CounterOptions;
  spent = 0;
  /** Amount that all sessions had used or reserved at the last exchange. */
  usedByAll = 0;
  #balance: number;
  #asking: Promise<void> | undefined;
  #askAgainAt = -Infinity;
  #problem: string | undefined;

  constructor(options: CounterOptions) {
    this.options = options;
    this.#balance = options.shared ? 0 : options.limit;
  }

  has(amount: number): boolean {
    return this.#balance >= amount;
  }

  /** Counts an amount, even if it exceeds the limit: the tokens of a response are known too late. */
  spend(amount: number): void {
    this.spent = Math.min(Number.MAX_SAFE_INTEGER, this.spent + amount);
    this.#balance -= amount;
    if (this.#balance < 0 && this.options.shared) void this.requestShare(0);
  }

  /** Returns whether a shared budget may contain more. */
  get canRequest(): boolean {
    const { shared, now } = this.options;
    return shared !== undefined && (this.#asking !== undefined || now() >= this.#askAgainAt);
  }

  /** Requests a share. Requests at the same time wait for the same share. */
  requestShare(amount: number): Promise<void> {
    const { name, limit } = this.options;
    const missing = Math.max(0, amount - Math.max(0, this.#balance));
    const usual = Math.min(usualShares[name] ?? 1, Math.ceil(limit / smallestPart));
    const wanted = missing === 0 ? 0 : Math.max(missing, usual);
    this.#asking ??= this.#exchange(wanted).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #exchange(wanted: number): Promise<void> {
    const { shared, now } = this.options;
    if (!shared) return;
    const owed = Math.max(0, -this.#balance);
    try {
      const granted = await this.#settle(shared.pool, { owed, wanted });
      this.#problem = undefined;
      if (wanted > 0 && granted === 0) this.#askAgainAt = now() + shared.retryMs;
    } catch (error) {
      this.#problem = error instanceof PoolUnavailable ? error.reason : "an error occurred";
      this.#askAgainAt = now() + shared.retryMs;
    }
  }

  async #settle(pool: Pool, change: { owed: number; wanted: number }): Promise<number> {
    const { key, limit } = this.options;
    const [share] = await pool.exchange([{ key, limit, ...change }]);
    if (!share) return 0;
    this.usedByAll = share.used;
    this.#balance += change.owed + share.granted;
    return share.granted;
  }

  /** Resolves when no request for a share is open. */
  async settled(): Promise<void> {
    await this.#asking;
  }

  /** Returns the rest of the last share, or records what was used without one. */
  finalExchange(): Exchange {
    const { key, limit } = this.options;
    return { key, limit, owed: -this.#balance, wanted: 0 };
  }

  deny(): Denial {
    const { name, limit, scope, shared } = this.options;
    const title = shared ? `the shared budget "${shared.name}"` : "the budget of this run";
    if (this.#problem !== undefined) return refuse(`${title} is not available: ${this.#problem}`);
    const used = shared ? Math.max(this.usedByAll, this.spent) : this.spent;
    return refuse(`${title} is spent: ${formatUse(name, used, limit)}${scope}`);
  }
}

export function refuse(explanation: string): Denial {
  return { allowed: false, reason: "budget", explanation };
}
