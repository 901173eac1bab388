import { randomUUID } from "node:crypto";

/** A part of a shared budget that a session requests or returns. */
export interface Exchange {
  /** Name of the counter, such as `requests`. */
  readonly key: string;
  readonly limit: number;
  /** Amount that the session used without a share, or returns if it is negative. */
  readonly owed: number;
  /** Least amount that the session needs; 0 for none. */
  readonly wanted: number;
}

export interface Share {
  /** Amount that the session can use. It already counts as used. */
  readonly granted: number;
  /** Amount that all sessions have used or reserved. */
  readonly used: number;
}

/** A budget that several sessions share. */
export interface Pool {
  /** @throws PoolUnavailable */
  exchange(requests: readonly Exchange[]): Promise<readonly Share[]>;
}

/** The shared budget cannot be read or written, so nothing more is granted. */
export class PoolUnavailable extends Error {
  /** Clause without secrets: `its file is not valid`. */
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(`the shared budget is not available: ${reason}`, options);
    this.reason = reason;
  }
}

/** Reads and replaces the text of a shared budget, so that no change of another session is lost. */
export interface PoolStore {
  /**
   * @param change returns the new text; called again if another session has changed the text.
   *   Its parameter is undefined if the budget does not exist yet.
   */
  update(change: (text: string | undefined) => string): Promise<void>;
}

/** Amounts that all sessions have used or reserved, by counter. */
export type Used = Readonly<Record<string, number>>;

interface State {
  /** Differs after each reset. */
  readonly epoch: string;
  readonly used: Used;
}

/**
 * Creates a pool whose state is stored as text.
 * @param parts number of shares into which the rest is divided; the larger the number, the less is
 *   lost if a session is killed, and the more often a session requests a share
 */
export function createPool(store: PoolStore, parts: number): Pool {
  const epochs = new Set<string>();
  const exchange: Pool["exchange"] = async (requests) => {
    let shares: readonly Share[] = [];
    let epoch = "";
    await store.update((text) => {
      const before = text === undefined ? createState() : readState(text);
      ({ epoch } = before);
      // After a reset, an earlier share was forgotten, so returning it would extend the budget.
      const isReset = [...epochs].some((each) => each !== before.epoch);
      const kept = isReset ? requests.map(keepShare) : requests;
      const result = applyExchanges(before.used, kept, parts);
      ({ shares } = result);
      return writeState({ epoch, used: result.used });
    });
    epochs.add(epoch);
    return shares;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    // The limits of one session would otherwise only delay each other.
    exchange: (requests) => {
      const next = last.then(() => exchange(requests));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

/** Returns the initial text of a shared budget, of which nothing is used. */
export function writeEmpty(): string {
  return writeState(createState());
}

function createState(): State {
  return { epoch: randomUUID(), used: {} };
}

function keepShare(request: Exchange): Exchange {
  return { ...request, owed: Math.max(0, request.owed) };
}

function applyExchanges(before: Used, requests: readonly Exchange[], parts: number) {
  const used: Record<string, number> = { ...before };
  const shares = requests.map(({ key, limit, owed, wanted }): Share => {
    const settled = clamp((used[key] ?? 0) + owed);
    const left = Math.max(0, limit - settled);
    const granted = wanted <= 0 ? 0 : Math.min(left, Math.max(wanted, Math.ceil(left / parts)));
    used[key] = clamp(settled + granted);
    return { granted, used: used[key] };
  });
  return { used, shares };
}

function clamp(amount: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, amount));
}

/** @throws PoolUnavailable if the text is not a valid state */
export function readState(text: string): State {
  const state = parse(text);
  const { version, epoch, used: fields } = isRecord(state) ? state : {};
  if (version !== 1 || typeof epoch !== "string" || !isRecord(fields))
    throw new PoolUnavailable("its file is not valid");
  const amounts = Object.entries(fields).map(([key, amount]): [string, number] => {
    if (typeof amount === "number" && Number.isSafeInteger(amount) && amount >= 0)
      return [key, amount];
    throw new PoolUnavailable("its file is not valid");
  });
  return { epoch, used: Object.fromEntries(amounts) };
}

function writeState(state: State): string {
  return `${JSON.stringify({ version: 1, ...state }, null, 2)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PoolUnavailable("its file is not valid", { cause });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
