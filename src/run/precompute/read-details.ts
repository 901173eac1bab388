import type { ForgeClient } from "../../forge/client.ts";
import {
  AnswerNotAccepted,
  ForgeUnreachable,
  RateLimited,
  RefusedByForge,
} from "../../forge/forge-errors.ts";
import { findActionsSwitch, listWorkflows } from "../../forge/resources/target-workflows.ts";
import type { KnownWorkflow } from "../../forge/resources/target-workflows.ts";
import type { UserError } from "../../shared/errors.ts";
import type { Unread } from "./document.ts";

/** What only REST tells, a request each: asked for a scope of at most so many targets, and for none of a larger one. */
export const mostDetailed = 100;

export interface Details {
  /** Undefined where they were not asked for. */
  readonly workflows?: readonly KnownWorkflow[];
  readonly actions?: boolean;
  readonly unread: readonly Unread[];
}

export interface DetailedTargets {
  readonly details: ReadonlyMap<string, Details>;
  readonly ended: RateLimited | ForgeUnreachable | undefined;
}

/** A target, by the name that it has now. */
export interface DetailRequest {
  readonly target: string;
  readonly fullName: string;
  readonly hasWorkflows: boolean;
}

/** A forge that stumbles again and again is left alone. */
const mostFailures = 4;

/** One after the other, as the forge wishes it. An end leaves those behind it without details. */
export async function readDetails(
  client: ForgeClient,
  wishes: readonly DetailRequest[],
  { asksSwitch, say }: { asksSwitch: boolean; say: (what: string) => void },
): Promise<DetailedTargets> {
  const details = new Map<string, Details>();
  let mayKnowSwitch = asksSwitch;
  let failures = 0;
  for (const [index, { target, fullName, hasWorkflows }] of wishes.entries()) {
    say(`workflows of ${index} of ${wishes.length} targets`);
    const unread: Unread[] = [];
    const attempt = <T>(what: Unread["what"], read: () => Promise<T>) =>
      read().catch((error: unknown) => {
        if (!isOfTarget(error) || failures >= mostFailures) throw error;
        if (error instanceof ForgeUnreachable) failures += 1;
        unread.push({ what, because: error.message });
        return undefined;
      });
    try {
      const actions = mayKnowSwitch
        ? await attempt("actions", () => findActionsSwitch(client, fullName))
        : undefined;
      // Whoever may not know it of one repository is not going to know it of the next.
      mayKnowSwitch &&= actions !== undefined;
      const found = hasWorkflows
        ? await attempt("workflow states", () => listWorkflows(client, fullName))
        : undefined;
      if (found?.cutShort !== undefined) {
        unread.push({ what: "workflow states", because: found.cutShort });
      }
      details.set(target, {
        ...(found && { workflows: found.entries }),
        ...(actions !== undefined && { actions }),
        unread,
      });
    } catch (error) {
      if (error instanceof RateLimited) return { details, ended: error };
      if (error instanceof ForgeUnreachable) return { details, ended: error };
      throw error;
    }
  }
  return { details, ended: undefined };
}

/** An answer that is refused, broken or too long is a gap of this target alone. */
function isOfTarget(error: unknown): error is UserError {
  if (error instanceof RateLimited) return false;
  if (error instanceof AnswerNotAccepted) return true;
  if (error instanceof ForgeUnreachable) return error.status !== undefined;
  return error instanceof RefusedByForge && error.status !== 401;
}
