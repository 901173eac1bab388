import { printableLine } from "../../../shared/print-text.ts";
import {
  formatAnswer,
  writeDenial,
  type Denial,
  type DenialOptions,
  type WrittenAnswer,
} from "./denial.ts";

/**
 * Writes the response for a denied request to a provider, in the error format of the provider's
 * API, because agents show only errors in this format.
 * @param path path of the request, which determines the API
 */
export function writeProviderDenial(
  denial: Denial,
  options: DenialOptions,
  { path, type }: { readonly path: string; readonly type: string },
): WrittenAnswer {
  if (denial.reason !== "budget") return writeDenial(denial, options);
  const message = `${printableLine(denial.explanation)}. ${stop(options.whomToAsk)}`;
  const body = `${JSON.stringify(format(message, path, type))}\n`;
  // Several SDKs evaluate the last header before the status.
  const headers = ["x-gatehouse-denied", denial.reason, "x-should-retry", "false"];
  return formatAnswer(body, true, headers);
}

function stop(whomToAsk = "the operator"): string {
  return `Stop and report this to ${whomToAsk}; do not retry.`;
}

function format(message: string, path: string, type: string): object {
  if (/:[a-z]+Content(?:\?|$)|:countTokens/i.test(path))
    return { error: { code: 403, message, status: "PERMISSION_DENIED" } };
  const isOpenAi = /\/(?:chat\/completions|responses|completions|embeddings)(?:[/?]|$)/.test(path);
  if (!isOpenAi && (type === "anthropic" || /\/messages(?:[/?]|$)/.test(path)))
    return { type: "error", error: { type: "permission_error", message } };
  return { error: { message, type: "insufficient_quota", param: null, code: "budget" } };
}
