import { PassThrough, Transform, type TransformCallback } from "node:stream";
import { BudgetSpent, type Admission } from "./budget-gate.ts";
import type { Denial } from "./refusal/denial.ts";

/**
 * Creates a stream that counts bytes before it passes them on. Fails with BudgetSpent if the bytes
 * exceed the budget. Without a budget, only passes bytes on.
 */
export function meterBody(admission: Admission | undefined): Transform {
  if (!admission) return new PassThrough();
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const denial = admission.upload(chunk.length);
      if (denial instanceof Promise) denial.then((later) => pass(chunk, later, done), done);
      else pass(chunk, denial, done);
    },
  });
}

function pass(chunk: Buffer, denial: Denial | undefined, done: TransformCallback): void {
  if (denial) done(new BudgetSpent(denial));
  else done(null, chunk);
}
