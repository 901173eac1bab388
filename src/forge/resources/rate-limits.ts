import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { find } from "../read.ts";
import { wholeNumber } from "../read-shape.ts";

/** What is left of a budget, and when it is whole again. */
export interface Budget {
  readonly remaining: number;
  readonly resetsAt: Date;
}

const budgetShape = v.pipe(
  v.object({ remaining: wholeNumber, reset: wholeNumber }),
  v.transform(({ remaining, reset }): Budget => ({
    remaining,
    resetsAt: new Date(reset * 1000),
  })),
);

const limitsShape = v.pipe(
  v.object({ resources: v.object({ core: budgetShape, graphql: v.optional(budgetShape) }) }),
  v.transform(({ resources }) => resources),
);

/**
 * The budgets of the credential that asks, for nothing; undefined on a server that has no limits.
 * @see GET /rate_limit
 */
export function findRateLimits(client: ForgeClient) {
  return find(client, "/rate_limit", limitsShape);
}
