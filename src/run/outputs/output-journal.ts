import * as v from "valibot";
import { InvalidInput } from "../../shared/errors.ts";
import { readJsonFile, writeJsonFile } from "../../shared/json-file.ts";
import type { ProposedLine } from "./proposal.ts";

/** The state of a proposal, from this run or an earlier run. */
export type Entry =
  | { readonly kind: "done"; readonly url: string }
  /** The request was sent but its response is unknown, so it could have taken effect. */
  | { readonly kind: "begun" };

/**
 * A record of applied proposals, stored next to the proposals file, so that nothing is applied
 * twice.
 */
export interface OutputJournal {
  /** Whether no journal was found. The job may still have run earlier on another machine. */
  readonly isNew: boolean;
  /**
   * The reason why the existing journal is not trusted; undefined if it is trusted or does not
   * exist.
   */
  readonly doubt: string | undefined;
  readonly find: (line: ProposedLine) => Entry | undefined;
  /**
   * Returns whether an untrusted journal, which might belong to this run, contains a proposal with
   * the same text.
   */
  readonly mentions: (line: Pick<ProposedLine, "hash">) => boolean;
  /**
   * Writes a request's entry, before the request is sent or after the response arrives. `undefined`
   * deletes the entry.
   */
  readonly note: (line: ProposedLine, entry: Entry | undefined) => Promise<void>;
}

const entryShape = v.strictObject({
  line: v.number(),
  sha256: v.string(),
  /** Empty until the response is known. */
  url: v.string(),
});
const journalShape = v.strictObject({
  version: v.literal(1),
  /** API URL of the repository. */
  target: v.string(),
  run: v.optional(v.string()),
  /** SHA-256 of the proposals file. */
  proposals: v.optional(v.string()),
  outputs: v.array(entryShape),
});

export function journalPathOf(proposals: string): string {
  return `${proposals}.applied.json`;
}

/**
 * The run and file that a journal belongs to. Anyone with write access to the directory could forge
 * a journal, so it is only a hint.
 */
export interface JournalBinding {
  /** API URL of the repository. */
  readonly target: string;
  /** ID of the pipeline run; empty if it has none. */
  readonly run: string;
  /** SHA-256 of the proposals file. */
  readonly proposals: string;
}

/**
 * Opens the journal. A journal for a different run or for different proposals is not trusted: its
 * entries are ignored, and the first new entry replaces it.
 * @throws InvalidInput for an invalid journal, or the journal of another repository
 */
export async function openOutputJournal(
  path: string,
  binding: JournalBinding,
): Promise<OutputJournal> {
  const { target, run, proposals } = binding;
  const found = await readJsonFile(path);
  const reading = found === undefined ? undefined : v.safeParse(journalShape, found);
  if (reading?.success === false) {
    throw new InvalidInput(`${path} is not a valid gatehouse journal.`, [
      { text: "Check which outputs the repository already has, then delete the file" },
    ]);
  }
  if (reading && reading.output.target !== target) {
    throw new InvalidInput(
      `${path} is the journal for a different repository: ${reading.output.target}.`,
      [{ text: "To apply the proposals to this repository, copy them to another directory" }],
    );
  }
  const doubt = reading && explainDoubt(path, reading.output, binding);
  const known = doubt === undefined ? (reading?.output.outputs ?? []) : [];
  // Another run's journal lists that run's own proposals, so its entries are ignored.
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
      return entry.url === "" ? { kind: "begun" } : { kind: "done", url: entry.url };
    },
    note: async ({ line, hash }, entry) => {
      const key = keyOf(line, hash);
      const url = entry?.kind === "done" ? entry.url : "";
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
  const other = found.run !== run ? "run" : found.proposals !== proposals ? "proposals file" : "";
  if (other === "") return undefined;
  return `${path} does not belong to this ${other}, so it was ignored. Instead, gatehouse searched the repository for earlier outputs.`;
}
