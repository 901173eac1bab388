import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { writtenStep } from "../../src/compiler/choice/definition-steps.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";

/** Result for one file. */
export type Written = "written" | "changed" | "as it was";

/** A file with its existing and planned text. */
export interface FileChange {
  /** Absolute path. */
  readonly file: string;
  /** Name to show. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly read: () => Promise<string | undefined>;
  readonly save: (text: string) => Promise<void>;
}

type Writing = Pick<FlowContext, "ask" | "step" | "read" | "restore" | "reset">;

/**
 * Writes a file once, even if the flow is replayed, and returns the result. Does not overwrite a
 * file that was changed after the questions were asked.
 */
export async function writeChange(
  context: Writing,
  { file, name, before, after, read, save }: FileChange,
): Promise<Written> {
  const key = writtenStep(file, after);
  // An interrupted run may already have written the file.
  if (before === after) return context.restore(key) ? "changed" : "as it was";
  // The file may have been changed since an earlier run wrote it.
  await context.read(`unwritten ${key.id}`, async () => {
    await context.reset(key);
    return true;
  });
  await retryWithOperator(context, { id: "engine-write", stopHint: "the answers are kept" }, () =>
    context.step(key, async () => {
      if ((await read()) !== before) throw changedMeanwhile(name);
      await save(after);
      return true as const;
    }),
  );
  return before === undefined ? "written" : "changed";
}

function changedMeanwhile(name: string): InvalidInput {
  return new InvalidInput(`${name} was changed in the meantime. It was not overwritten.`, [
    { text: "Stop here and run the same command again to start from the current files" },
  ]);
}
