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

/**
 * The maximum number of targets whose details are read, because each target takes one REST request.
 * For more targets, no details are read.
 */
export const mostDetailed = 100;

export interface Details {
  /** Undefined if workflows were not requested. */
  readonly workflows?: readonly KnownWorkflow[];
  readonly actions?: boolean;
  readonly unread: readonly Unread[];
}

export interface DetailedTargets {
  readonly details: ReadonlyMap<string, Details>;
  readonly ended: RateLimited | ForgeUnreachable | undefined;
}

/** A target that exists, with its current name. */
export interface DetailRequest {
  readonly target: string;
  readonly fullName: string;
  readonly hasWorkflows: boolean;
}

/** The number of failures after which no more requests are sent. */
const mostFailures = 4;

/**
 * Reads details one target at a time, as GitHub recommends. After an early stop, the remaining
 * targets have no details.
 */
export async function readDetails(
  client: ForgeClient,
  requests: readonly DetailRequest[],
  { asksSwitch, report }: { asksSwitch: boolean; report: (what: string) => void },
): Promise<DetailedTargets> {
  const details = new Map<string, Details>();
  let mayKnowSwitch = asksSwitch;
  let failures = 0;
  for (const [index, { target, fullName, hasWorkflows }] of requests.entries()) {
    report(`workflows of ${index} of ${requests.length} targets`);
    const unread: Unread[] = [];
    const attempt = <T>(what: Unread["what"], read: () => Promise<T>) =>
      read().catch((error: unknown) => {
        if (!isOfTarget(error) || failures >= mostFailures) throw error;
        if (error instanceof ForgeUnreachable) failures += 1;
        unread.push({ what, reason: error.message });
        return undefined;
      });
    try {
      const actions = mayKnowSwitch
        ? await attempt("actions", () => findActionsSwitch(client, fullName))
        : undefined;
      // A credential that cannot read this setting for one repository cannot read it for the others
      // either.
      mayKnowSwitch &&= actions !== undefined;
      const found = hasWorkflows
        ? await attempt("workflow states", () => listWorkflows(client, fullName))
        : undefined;
      if (found?.cutShort !== undefined) {
        unread.push({ what: "workflow states", reason: found.cutShort });
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

/** Returns whether an error affects only this target: a rejected, invalid or oversized response. */
function isOfTarget(error: unknown): error is UserError {
  if (error instanceof RateLimited) return false;
  if (error instanceof AnswerNotAccepted) return true;
  if (error instanceof ForgeUnreachable) return error.status !== undefined;
  return error instanceof RefusedByForge && error.status !== 401;
}
