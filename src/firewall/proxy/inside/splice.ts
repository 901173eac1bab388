import type { Duplex } from "node:stream";
import { BudgetSpent, type Admission } from "../budget-gate.ts";
import { meterBody } from "../meter-body.ts";
import type { OpenEntry } from "../open-entry.ts";

interface Spliced {
  readonly entry: OpenEntry;
  /** Undefined without a budget. */
  readonly admission: Admission | undefined;
}

/**
 * Forwards and counts bytes in both directions until both sides end or one side fails. Closes both
 * sides if the bytes to the origin exceed the budget.
 */
export function splice(
  client: Duplex,
  origin: Duplex,
  { entry, admission }: Spliced,
): Promise<void> {
  return new Promise((resolve) => {
    client.on("data", (chunk: Buffer) => {
      entry.bytesSent += chunk.length;
    });
    origin.on("data", (chunk: Buffer) => {
      entry.bytesReceived += chunk.length;
    });
    let open = 2;
    const watch = (side: Duplex, other: Duplex) => {
      const leave = () => {
        // A side that ended properly may close before the other side has written all of its data.
        if (!side.readableEnded || !side.writableFinished) other.destroy();
        open -= 1;
        if (open === 0) resolve();
      };
      side.on("error", () => side.destroy());
      if (side.closed) leave();
      else side.once("close", leave);
    };
    watch(client, origin);
    watch(origin, client);
    if (!admission) client.pipe(origin);
    else client.pipe(limit(admission, { client, origin, entry })).pipe(origin);
    origin.pipe(client);
  });
}

function limit(
  admission: Admission,
  { client, origin, entry }: { client: Duplex; origin: Duplex; entry: OpenEntry },
): Duplex {
  const metered = meterBody(admission);
  metered.on("error", (error) => {
    if (error instanceof BudgetSpent) entry.close({ decision: error.denial });
    client.destroy();
    origin.destroy();
  });
  return metered;
}
