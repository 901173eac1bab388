import * as v from "valibot";
import { InvalidInput } from "../../shared/errors.ts";
import { readJsonFile, writeJsonFile } from "../../shared/json-file.ts";
import type { ProposedLine } from "./proposal.ts";

/** What became of a proposal in this run or in one before. */
export type Entry =
  | { readonly is: "done"; readonly url: string }
  /** It was sent, and no answer is known: the forge may have done it. */
  | { readonly is: "begun" };

/** Remembers beside the proposals what was carried out, so that nothing is done twice. */
export interface OutputJournal {
  /** Whether there was none: an earlier run on another machine would have left none here. */
  readonly isNew: boolean;
  readonly find: (line: ProposedLine) => Entry | undefined;
  /** Written before it is true of the forge, or right after; `undefined` takes it back. */
  readonly note: (line: ProposedLine, entry: Entry | undefined) => Promise<void>;
}

const entryShape = v.strictObject({
  line: v.number(),
  sha256: v.string(),
  /** Empty while no answer is known. */
  url: v.string(),
});
const journalShape = v.strictObject({
  version: v.literal(1),
  /** The address of the repository's API. */
  target: v.string(),
  outputs: v.array(entryShape),
});

export function journalPathOf(proposals: string): string {
  return `${proposals}.applied.json`;
}

/**
 * @param target whose outputs they are
 * @throws InvalidInput for a file that is no journal, or one of another repository
 */
export async function openOutputJournal(path: string, target: string): Promise<OutputJournal> {
  const found = await readJsonFile(path);
  const reading = found === undefined ? undefined : v.safeParse(journalShape, found);
  if (reading?.success === false) {
    throw new InvalidInput(`${path} is not what gatehouse writes there.`, [
      { say: "Look at the repository for what is done already; then remove the file" },
    ]);
  }
  if (reading && reading.output.target !== target) {
    throw new InvalidInput(
      `${path} says what these proposals came to in another repository: ${reading.output.target}.`,
      [{ say: "Copy the proposals into a folder of their own to carry them out here" }],
    );
  }
  const known = reading?.output.outputs ?? [];
  const outputs = new Map(known.map((each) => [keyOf(each.line, each.sha256), each]));
  return {
    isNew: reading === undefined,
    find: ({ line, hash }) => {
      const entry = outputs.get(keyOf(line, hash));
      if (!entry) return undefined;
      return entry.url === "" ? { is: "begun" } : { is: "done", url: entry.url };
    },
    note: async ({ line, hash }, entry) => {
      const key = keyOf(line, hash);
      const url = entry?.is === "done" ? entry.url : "";
      if (entry) outputs.set(key, { line, sha256: hash, url });
      else outputs.delete(key);
      await writeJsonFile(path, { version: 1, target, outputs: [...outputs.values()] });
    },
  };
}

function keyOf(line: number, hash: string): string {
  return `${line} ${hash}`;
}
