/** What a key makes of a control: another state of it, or the answer. A key that means nothing makes `undefined`. */
export type Outcome<State, Answer> =
  { readonly state: State } | { readonly answer: Answer } | undefined;
