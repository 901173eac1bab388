import type { SecretQuestion } from "../../src/prompts/prompter.ts";
import type { Key } from "../../src/prompts/read-keys.ts";
import { SecretDraft } from "../../src/prompts/secret-draft.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { Outcome } from "./outcome.ts";

/**
 * A key or token that is being entered. The screen shows its description, never a part of the
 * draft.
 */
export interface SecretState {
  readonly kind: "secret";
  readonly question: Pick<SecretQuestion, "shape" | "check" | "describe">;
  readonly draft: SecretDraft;
  /** Description of a complete, valid draft. The description is safe to show. */
  readonly notice?: string | undefined;
  readonly complaint?: string | undefined;
  /** True if the complaint is only that the input is empty. */
  readonly isUntouched?: boolean;
}

export function startSecret(question: SecretState["question"]): SecretState {
  return { kind: "secret", question, draft: new SecretDraft() };
}

export function pressSecret(state: SecretState, key: Key): Outcome<SecretState, Secret> {
  const { draft, question } = state;
  if (key.name === "character" || key.name === "paste") {
    return { state: notify(state, draft.plus(key.text)) };
  }
  if (key.name === "backspace") return { state: notify(state, draft.withoutLast()) };
  if (key.name === "erase-line") return { state: startSecret(question) };
  if (key.name !== "enter") return undefined;
  const isLine = question.shape === "lines" && draft.isInsideBlock;
  return isLine ? { state: notify(state, draft.plus("\n")) } : finish(state);
}

/**
 * Updates the draft. A key is checked when its last line arrives. A token is checked only on Enter,
 * because an earlier check would reveal its length.
 */
function notify(state: SecretState, draft: SecretDraft): SecretState {
  const { question } = state;
  const next = { kind: "secret", question, draft } as const;
  if (question.shape === "line" || !draft.isCompleteBlock || !question.describe) return next;
  const secret = draft.finish();
  return question.check?.(secret) ? next : { ...next, notice: question.describe(secret) };
}

function describeWanted(shape: SecretQuestion["shape"]): string {
  return shape === "lines"
    ? "No input yet. Paste the complete key, with its BEGIN and END lines."
    : "No input yet. Paste or type it, then press Enter.";
}

/** Completes the input. A rejected value is discarded immediately and must be entered again. */
function finish({ question, draft }: SecretState): Outcome<SecretState, Secret> {
  const secret = draft.finish();
  const complaint = draft.isEmpty ? describeWanted(question.shape) : question.check?.(secret);
  if (complaint === undefined) return { answer: secret };
  return { state: { ...startSecret(question), complaint, isUntouched: draft.isEmpty } };
}
