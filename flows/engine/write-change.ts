import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { writtenStep } from "../../src/compiler/choice/definition-steps.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";

/** What became of a file. */
export type Written = "written" | "changed" | "as it was";

/** A file as it stands, and as it is to be. */
export interface FileChange {
  /** The whole path. */
  readonly file: string;
  /** How it is called. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
  readonly read: () => Promise<string | undefined>;
  readonly save: (text: string) => Promise<void>;
}

type Writing = Pick<FlowContext, "ask" | "step" | "read" | "restore" | "reset">;

/**
 * Writes a file once, however often the flow is replayed, and says what became of it. What somebody has changed since it was
 * asked about is left as it is.
 */
export async function writeChange(
  context: Writing,
  { file, name, before, after, read, save }: FileChange,
): Promise<Written> {
  const key = writtenStep(file, after);
  // A run that was stopped has written it: then it stands there already.
  if (before === after) return context.restore(key) ? "changed" : "as it was";
  // Somebody may have changed it since an earlier run wrote it.
  await context.read(`unwritten ${key.id}`, async () => {
    await context.reset(key);
    return true;
  });
  await retryWithOperator(
    context,
    { id: "engine-write", stopHint: "what was answered is kept" },
    () =>
      context.step(key, async () => {
        if ((await read()) !== before) throw changedMeanwhile(name);
        await save(after);
        return true as const;
      }),
  );
  return before === undefined ? "written" : "changed";
}

function changedMeanwhile(name: string): InvalidInput {
  return new InvalidInput(`${name} has been changed since, and is left as it is now.`, [
    { say: "Stop here, and run the same command again: it begins with what stands there" },
  ]);
}
