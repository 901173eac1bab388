import { keepCompiled } from "./keep-compiled.ts";
import { runGuarded } from "./run-guarded.ts";
import { runLine } from "./run-line.ts";

keepCompiled(process.env);
void runGuarded(() => runLine(process.argv.slice(2)));
