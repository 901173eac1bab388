import { checkControl } from "../../../src/run/control/check-control.ts";
import type { ControlReport } from "../../../src/run/control/check-control.ts";
import { brands } from "../../../src/forge/brand.ts";
import { choices, render, worker, type Chosen } from "./shared-control-bench.ts";

/** The rendered control file. */
export const control = { path: ".forge/workflows/shared/control.md", text: render("app") };
/** A worker that relies on the control file. */
export const good = worker("app");
export const plan = {
  brand: brands.forge,
  choice: choices.app,
  environment: "control-plane",
  outputs: "control repository",
} as const;

/** Checks a worker and the files next to it. */
export function check(
  text: string,
  others: Readonly<Record<string, string>> = {},
  profile: Chosen = "app",
) {
  const more = Object.entries(others).map(([path, each]) => ({ path, text: each }));
  const sources = [
    { ...control, text: render(profile) },
    { path: ".forge/workflows/worker.md", text },
    ...more,
  ];
  return checkControl(sources, brands.forge, { plan: { ...plan, choice: choices[profile] } });
}

/** Returns the findings in the form `worker.md:9:1 own-app`. */
export function locations(report: ControlReport): string[] {
  return report.findings.map(
    ({ file, line, column, check: id }) =>
      `${file.replace(".forge/workflows/", "")}:${line}:${column} ${id}`,
  );
}

/** Checks a workflow next to the worker. Returns its findings in the form `line check`. */
export function checkPlain(text: string, name = "plain.yml"): string[] {
  const { findings } = check(good, { [`.forge/workflows/${name}`]: text });
  return findings.map(({ line, check: id }) => `${line} ${id}`);
}
