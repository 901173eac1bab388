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

/** The last report for a definition. */
interface Told {
  readonly said: string;
  readonly code: ExitCode;
}

/**
 * Compiles the definitions in the given paths, and compiles them again on changes, until stopped.
 * Errors are reported once and do not stop the watch.
 */
export async function watchDefinitions(
  paths: readonly string[],
  { compile, tell, stopped }: DefinitionsWatch,
): Promise<void> {
  const told = new Map<string, Told>();
  const compileAndTell = async (source: string) => {
    const result = await compile(source);
    if (result.isEmpty) return;
    // If the file was deleted while it was read, only the deletion is reported.
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

/** Key for errors that occur before a definition is found. */
const looking = "";

function reportOnce(told: Map<string, Told>, source: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof UserError)) throw error;
    const isNews = told.get(source)?.said !== error.message;
    told.set(source, { said: error.message, code: error.exitCode });
    if (isNews) printError(error);
  };
}
