import type { FlowBench, SetUpRun } from "./bench.ts";

const roles = ["read", "write"] as const;

/**
 * Runs setup again as an operator who follows its hints. Provides a new key if one was lost, and an
 * App key if an installation cannot be proved otherwise.
 */
export async function completeByRerun(bench: FlowBench): Promise<SetUpRun> {
  let answers: Record<string, unknown> = {};
  for (let attempt = 1; ; attempt += 1) {
    const run = await bench.setUp({ answers });
    if (run.outcome || attempt > 2 * roles.length) return run;
    const last = run.asked.at(-1)?.id ?? "";
    const role = roles.find((one) => last.startsWith(one)) ?? "read";
    const key = {
      [`${role}-key-from`]: "file",
      [`${role}-key-file`]: await bench.saveKey(`gatehouse-acme-control-${role}`),
    };
    const isHalf = run.asked.some(({ id }) => id === `${role}-incomplete`);
    answers = isHalf
      ? { ...answers, ...key, [`failure:${role}-incomplete`]: "new-key", [`${role}-new-key`]: true }
      : { ...answers, ...key, [`failure:${role}-proof`]: "key" };
  }
}
