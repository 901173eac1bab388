import type { Outcome } from "../../../components/keys/outcome.ts";
import type { Key, NamedKey } from "../../../src/prompts/read-keys.ts";

/**
 * Presses keys one after another: a word in `<>` is a named key, every other character is itself.
 */
export function pressAll<State, Answer>(
  press: (state: State, key: Key) => Outcome<State, Answer>,
  start: State,
  keys: string,
): { state: State; answer?: Answer } {
  let state = start;
  for (const key of readKeyNames(keys)) {
    const outcome = press(state, key);
    if (outcome && "answer" in outcome) return { state, answer: outcome.answer };
    if (outcome) state = outcome.state;
  }
  return { state };
}

export function readKeyNames(keys: string): Key[] {
  return [...keys.matchAll(/<([a-z-]+)>|([^])/gu)].map(([, name, text = ""]) =>
    name === undefined ? { name: "character", text } : { name: name as NamedKey },
  );
}
