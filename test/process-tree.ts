import { readFileSync, readdirSync } from "node:fs";

/** Returns the IDs of a process and of all its descendants. */
export function listProcesses(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const children = tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => listProcesses(Number(child)))];
}
