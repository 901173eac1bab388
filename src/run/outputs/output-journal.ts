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
  /** Says why the file that was found is not believed; undefined if it is, or if there was none. */
  readonly doubt: string | undefined;
  readonly find: (line: ProposedLine) => Entry | undefined;
  /** Whether a journal that is not believed, and can be of this run, names a proposal of the same text. */
  readonly mentions: (line: Pick<ProposedLine, "hash">) => boolean;
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
  run: v.optional(v.string()),
  /** SHA-256 of the file of proposals. */
  proposals: v.optional(v.string()),
  outputs: v.array(entryShape),
});

export function journalPathOf(proposals: string): string {
  return `${proposals}.applied.json`;
}

/** What a journal belongs to. Anybody who can write beside the proposals can write one, so it is only a hint. */
export interface JournalBinding {
  /** The address of the repository's API. */
  readonly target: string;
  /** Identity of the pipeline run; empty if it has none. */
  readonly run: string;
  /** SHA-256 of the file of proposals. */
  readonly proposals: string;
}

/**
 * Opens the journal. A journal of another run, or of other proposals, is not believed: none of its entries is found, and the
 * first note replaces it.
 * @throws InvalidInput for a file that is no journal, or one of another repository
 */
export async function openOutputJournal(
  path: string,
  binding: JournalBinding,
): Promise<OutputJournal> {
  const { target, run, proposals } = binding;
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
  const doubt = reading && explainDoubt(path, reading.output, binding);
  const known = doubt === undefined ? (reading?.output.outputs ?? []) : [];
  // Another run had proposals of its own.
  const isOfOther = run !== "" && ![undefined, "", run].includes(reading?.output.run);
  const doubted = doubt === undefined || isOfOther ? [] : (reading?.output.outputs ?? []);
  const outputs = new Map(known.map((each) => [keyOf(each.line, each.sha256), each]));
  return {
    isNew: reading === undefined,
    doubt,
    mentions: ({ hash }) => doubted.some(({ sha256 }) => sha256 === hash),
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
      await writeJsonFile(path, {
        version: 1,
        target,
        run,
        proposals,
        outputs: [...outputs.values()],
      });
    },
  };
}

function keyOf(line: number, hash: string): string {
  return `${line} ${hash}`;
}

function explainDoubt(
  path: string,
  found: v.InferOutput<typeof journalShape>,
  { run, proposals }: JournalBinding,
): string | undefined {
  const other =
    found.run !== run ? "run" : found.proposals !== proposals ? "file of proposals" : "";
  if (other === "") return undefined;
  return `${path} does not belong to this ${other}, so it is not believed. The forge was searched instead.`;
}
