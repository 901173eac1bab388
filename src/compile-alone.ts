import { routeCompile } from "./route-compile.ts";
import { runGuarded } from "./run-guarded.ts";

/** `gatehouse compile` without the other commands, and without what reads their options. */
async function compileAlone(): Promise<void> {
  const { runCompile } = await import("./commands/run-compile.ts");
  const { paths = [], options = {} } = routeCompile(process.argv.slice(2)) ?? {};
  await runCompile(paths, options);
}

void runGuarded(compileAlone);
