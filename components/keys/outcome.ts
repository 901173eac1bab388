/**
 * The effect of a key on a control: a new state or the answer. undefined if the key has no effect.
 */
export type Outcome<State, Answer> =
  { readonly state: State } | { readonly answer: Answer } | undefined;
