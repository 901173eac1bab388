import type { RunItem } from "../../plane/dashboard/run-items.ts";

interface LiveKey {
  readonly key: string;
  readonly does: string;
}

export interface KeyRequest {
  /** The run that Enter opens. */
  readonly run: Pick<RunItem, "number"> | undefined;
  /** Whether there are other runs to select. */
  readonly hasMore: boolean;
  readonly mayOpen: boolean;
}

/** Lists the keys: the main action first, quitting last. */
export function dashboardKeys({ run, hasMore, mayOpen }: KeyRequest): LiveKey[] {
  const does = mayOpen ? "open run" : "link to run";
  return [
    ...(run ? [{ key: "enter", does: `${does} ${run.number}` }] : []),
    ...(hasMore ? [{ key: "n", does: "next" }] : []),
    { key: "r", does: "again" },
    { key: "g", does: "gate" },
    { key: "t", does: "rotate" },
    { key: "x", does: "exposed" },
    { key: "q", does: "leave" },
  ];
}
