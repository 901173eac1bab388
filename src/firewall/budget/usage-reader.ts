import type { ProvidedCall, UsageReader } from "../proxy/budget-gate.ts";
import { EventData } from "./event-data.ts";
import { JsonScanner } from "./json-scanner.ts";

/** @param isEstimate true if the provider did not report the tokens completely */
type CountTokens = (tokens: number, isEstimate: boolean) => void;

/** Bytes for each token of an estimate. Most texts have more, so an estimate is rather high. */
const bytesPerToken = 3;
/** Least tokens of an estimate, because the provider may have generated more than it sent. */
const leastEstimate = 20_000;

/** Fields of each API that add up to all tokens of a call. Other fields are parts of these. */
const sums = [
  // Anthropic Messages and OpenAI Responses.
  ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"],
  // OpenAI Chat Completions and Embeddings.
  ["prompt_tokens", "completion_tokens"],
  ["total_tokens"],
  // Gemini.
  ["promptTokenCount", "toolUsePromptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"],
  ["totalTokenCount"],
] as const;
const fields: readonly string[] = sums.flat();

/**
 * Objects with the usage: of a response, of an event that contains a response, and of an element of
 * Gemini's list. Anthropic's first event has only the input, so it is not complete.
 */
const complete = /^(?:usage|response\/usage|(?:\*\/)?usageMetadata)\/([A-Za-z_]+)$/;
const incomplete = /^message\/usage\/([A-Za-z_]+)$/;

/**
 * Paths of the calls whose usage is known, below the base path. Others are denied: batches, for
 * example, do not report usage, and a server may read a path in several ways.
 */
const charged =
  /^(?:\/v\d\w*)?\/(?:messages|responses(?:\/compact)?|(?:chat\/)?completions|embeddings|models\/[\w.-]+:(?:generateContent|streamGenerateContent|embedContent))$/;
/** Paths of the calls that a provider does not charge for. */
const free =
  /^(?:\/v\d\w*)?\/(?:messages\/count_tokens|responses\/input_tokens|models\/[\w.-]+:countTokens)$/;
/** Methods that do not start a call. */
const reading = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns why the tokens of a call cannot be counted; undefined if they can. */
export function findUncountable(call: ProvidedCall): string | undefined {
  const { method } = call;
  const path = pathOf(call);
  if (reading.has(method)) return undefined;
  if (method === "POST" && (charged.test(path) || free.test(path))) return undefined;
  return "the budget limits tokens, but the tokens of this path, such as a batch, cannot be counted";
}

/**
 * Creates a reader of one response, which counts its tokens when it ends.
 * @returns undefined if the call is free. Reading a stored response is free, because its creation
 *   was counted
 */
export function createUsageReader(call: ProvidedCall, count: CountTokens): UsageReader | undefined {
  if (call.method !== "POST" || free.test(pathOf(call))) return undefined;
  const usage = new Usage();
  let bytes = 0;
  return {
    received: (chunk) => {
      bytes += chunk.length;
      usage.read(chunk);
    },
    end: ({ status, failure, bytesSent }) => {
      const hasFailed = failure !== undefined || status === undefined;
      const { tokens, isComplete } = usage.result();
      if (isComplete && !hasFailed) count(tokens, false);
      // A provider does not charge for an error that it reports.
      else if (hasFailed || status < 400) {
        const input = Math.max(tokens, Math.ceil(bytesSent / bytesPerToken));
        count(Math.max(leastEstimate, input + Math.ceil(bytes / bytesPerToken)), true);
      }
    },
  };
}

/** Returns the path below the base path, without the query. */
function pathOf({ base, target }: ProvidedCall): string {
  return target.slice(base.length).replace(/\?.*$/s, "");
}

/** Collects the usage from a JSON document or a stream of events. */
class Usage {
  readonly #amounts = new Map<string, number>();
  #isComplete = false;
  #isInvalid = false;
  readonly #scanner = new JsonScanner((path, text) => this.#add(path, text));
  readonly #events = new EventData(this.#scanner);
  #isJson: boolean | undefined;

  read(chunk: Buffer): void {
    if (this.#isJson === undefined) {
      const first = chunk.find((byte) => byte > 32);
      if (first !== undefined) this.#isJson = first === openBrace || first === openBracket;
    }
    if (this.#isJson) this.#scanner.write(chunk);
    else this.#events.write(chunk);
  }

  result(): { readonly tokens: number; readonly isComplete: boolean } {
    const totals = sums.map((names) =>
      names.reduce((sum, name) => sum + (this.#amounts.get(name) ?? 0), 0),
    );
    const tokens = Math.min(Number.MAX_SAFE_INTEGER, Math.max(...totals));
    return { tokens, isComplete: this.#isComplete && !this.#isInvalid && tokens > 0 };
  }

  #add(path: string, text: string): void {
    const [, whole] = complete.exec(path) ?? [];
    const [, name = whole] = incomplete.exec(path) ?? [];
    if (name === undefined || !fields.includes(name) || text === "null") return;
    const amount = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(amount)) {
      this.#isInvalid = true;
      return;
    }
    if (whole !== undefined) this.#isComplete = true;
    // Later events repeat or raise the amounts of earlier ones.
    this.#amounts.set(name, Math.max(amount, this.#amounts.get(name) ?? 0));
  }
}

const [openBrace, openBracket] = [123, 91];
