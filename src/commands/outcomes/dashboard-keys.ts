import type { RunItem } from "../../plane/dashboard/run-items.ts";

interface LiveKey {
  readonly key: string;
  readonly does: string;
}

/** What the keys do now. */
export interface KeyRequest {
  /** The run that enter opens. */
  readonly run: Pick<RunItem, "number"> | undefined;
  /** Whether there is another one to choose. */
  readonly hasMore: boolean;
  readonly mayOpen: boolean;
}

/** The main one first, and how to leave last. */
export function dashboardKeys({ run, hasMore, mayOpen }: KeyRequest): LiveKey[] {
  const does = mayOpen ? "open run" : "link of run";
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
