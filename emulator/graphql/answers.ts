import { GraphQLError } from "graphql";
import { budgetOwner } from "../auth/caller.ts";
import type { Call } from "../http/call.ts";
import { findAccount } from "../state/find.ts";
import type { Account } from "../state/world.ts";
import { answerAccount, answerActor } from "./account-answers.ts";
import { answerIssue } from "./issue-answers.ts";
import type { QueryPrice } from "./limit-query.ts";
import { createMutations } from "./mutations.ts";
import { findNode } from "./nodes.ts";
import { answerRepository, queryRepository, notThere } from "./repository-answers.ts";
import { search } from "./search.ts";
import type { View } from "./view.ts";

/** Creates the root resolvers for a caller's query. */
export function createAnswers(call: Call, price: QueryPrice) {
  const view: View = {
    ...call,
    show: {
      account: (account) => answerAccount(view, account),
      actor: (login) => answerActor(view, login),
      repository: (repository) => answerRepository(view, repository),
      issue: (location) => answerIssue(view, location),
    },
  };
  return {
    viewer: () => {
      if ("user" in call.caller) return answerAccount(view, call.caller.user);
      throw new GraphQLError("Resource not accessible by integration");
    },
    user: ({ login }: { login: string }) => ofType(view, login, "User"),
    organization: ({ login }: { login: string }) => ofType(view, login, "Organization"),
    repositoryOwner({ login }: { login: string }) {
      const found = findAccount(call.forge.world, login);
      return found ? answerAccount(view, found) : null;
    },
    repository: (wanted: Parameters<typeof queryRepository>[1]) => queryRepository(view, wanted),
    node: ({ id }: { id: string }) => findNode(view, id),
    search: (request: Parameters<typeof search>[1]) => search(view, request),
    rateLimit: () => rateLimit(call, price),
    ...createMutations(view),
  };
}

function ofType(view: View, login: string, type: Account["type"]) {
  const found = findAccount(view.forge.world, login);
  if (found?.type === type) return answerAccount(view, found);
  throw notThere(
    `Could not resolve to a ${type === "User" ? "User" : "Organization"} with the login of '${login}'.`,
  );
}

function rateLimit({ caller, forge }: Call, { cost, nodes }: QueryPrice) {
  if (!forge.world.switches.rateLimits) return null;
  const { limit, remaining, used, reset } = forge.limits.read(budgetOwner(caller), "graphql");
  const resetAt = new Date(reset * 1000).toISOString();
  // The reported budget already includes the cost of this query, although the cost is charged only
  // after the query has run.
  const left = Math.max(0, remaining - cost);
  return { cost, limit, remaining: left, used: used + cost, resetAt, nodeCount: nodes };
}
