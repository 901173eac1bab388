import { findGone, findPresent, isGone } from "../compiler/project/find-definitions.ts";
import { findFolders } from "../compiler/project/find-folders.ts";
import { watchFolders } from "../compiler/project/watch-folders.ts";
import { printError } from "../cli/print-error.ts";
import { UserError, exitCode, type ExitCode } from "../shared/errors.ts";
import type { CompileResult } from "./outcomes/print-compiled-json.ts";
import { printGone } from "./outcomes/print-gone.ts";

export interface DefinitionsWatch {
  readonly compile: (source: string) => Promise<CompileResult>;
  readonly report: (result: CompileResult) => Promise<void>;
  readonly stopped: AbortSignal;
}

/** The last report for a definition. */
interface Printed {
  readonly printed: string;
  readonly code: ExitCode;
}

/**
 * Compiles the definitions in the given paths, and compiles them again on changes, until stopped.
 * Errors are reported once and do not stop the watch.
 */
export async function watchDefinitions(
  paths: readonly string[],
  { compile, report, stopped }: DefinitionsWatch,
): Promise<void> {
  const reported = new Map<string, Printed>();
  const compileAndReport = async (source: string) => {
    const result = await compile(source);
    if (result.isEmpty) return;
    // If the file was deleted while it was being read, only the deletion is reported.
    if (result.errors.length > 0 && (await isGone(source))) return;
    const printed = JSON.stringify([result.errors, result.warnings, result.text]);
    const isNews = reported.get(source)?.printed !== printed || result.done === "written";
    reported.set(source, {
      printed,
      code: result.errors.length > 0 ? exitCode.usage : exitCode.done,
    });
    if (isNews) await report(result);
  };
  const round = async () => {
    for (const source of await findGone([...reported.keys()].filter((key) => key !== reading))) {
      reported.delete(source);
      printGone(source);
    }
    for (const source of await findPresent(paths)) {
      await compileAndReport(source).catch(async (error: unknown) => {
        if (!(await isGone(source))) reportOnce(reported, source)(error);
      });
    }
    reported.delete(reading);
  };
  const act = async () => {
    await round().catch(reportOnce(reported, reading));
    const codes = [...reported.values()].map(({ code }) => code);
    process.exitCode = codes.find((code) => code !== exitCode.done) ?? exitCode.done;
  };
  await watchFolders({ snapshot: () => findFolders(paths), act, stopped });
}

/** Key for errors that occur before a definition is found. */
const reading = "";

function reportOnce(reported: Map<string, Printed>, source: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof UserError)) throw error;
    const isNews = reported.get(source)?.printed !== error.message;
    reported.set(source, { printed: error.message, code: error.exitCode });
    if (isNews) printError(error);
  };
}
