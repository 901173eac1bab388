import { findGone, findPresent, isGone } from "../compiler/project/find-definitions.ts";
import { findFolders } from "../compiler/project/find-folders.ts";
import { watchFolders } from "../compiler/project/watch-folders.ts";
import { printError } from "../cli/print-error.ts";
import { UserError, exitCode, type ExitCode } from "../shared/errors.ts";
import type { CompileResult } from "./outcomes/print-compiled-json.ts";
import { printGone } from "./outcomes/print-gone.ts";

export interface DefinitionsWatch {
  readonly compile: (source: string) => Promise<CompileResult>;
  readonly tell: (result: CompileResult) => Promise<void>;
  readonly stopped: AbortSignal;
}

/** What was told of a definition last. */
interface Told {
  readonly said: string;
  readonly code: ExitCode;
}

/**
 * Compiles what the paths name, and again what changes, comes or goes, until it is stopped. What is wrong is told once,
 * and ends nothing.
 */
export async function watchDefinitions(
  paths: readonly string[],
  { compile, tell, stopped }: DefinitionsWatch,
): Promise<void> {
  const told = new Map<string, Told>();
  const compileAndTell = async (source: string) => {
    const result = await compile(source);
    if (result.isEmpty) return;
    // What went while it was read or written is told as gone, and not of what was missed then.
    if (result.errors.length > 0 && (await isGone(source))) return;
    const said = JSON.stringify([result.errors, result.warnings, result.text]);
    const isNews = told.get(source)?.said !== said || result.done === "written";
    told.set(source, { said, code: result.errors.length > 0 ? exitCode.usage : exitCode.done });
    if (isNews) await tell(result);
  };
  const round = async () => {
    for (const source of await findGone([...told.keys()].filter((key) => key !== looking))) {
      told.delete(source);
      printGone(source);
    }
    for (const source of await findPresent(paths)) {
      await compileAndTell(source).catch(async (error: unknown) => {
        if (!(await isGone(source))) reportOnce(told, source)(error);
      });
    }
    told.delete(looking);
  };
  const act = async () => {
    await round().catch(reportOnce(told, looking));
    const codes = [...told.values()].map(({ code }) => code);
    process.exitCode = codes.find((code) => code !== exitCode.done) ?? exitCode.done;
  };
  await watchFolders({ look: () => findFolders(paths), act, stopped });
}

/** In the place of a definition: what goes wrong before there is one. */
const looking = "";

function reportOnce(told: Map<string, Told>, source: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof UserError)) throw error;
    const isNews = told.get(source)?.said !== error.message;
    told.set(source, { said: error.message, code: error.exitCode });
    if (isNews) printError(error);
  };
}
