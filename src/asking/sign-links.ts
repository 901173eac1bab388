import type { Hint } from "../shared/errors.ts";
import type { Prompter, Say, WaitUpdate } from "./prompter.ts";

/**
 * A prompter whose links sign a browser in, where somebody has to be known: one that is pasted works like one that is
 * opened. What is remembered of a question stays as it was.
 */
export function signLinksOf(prompter: Prompter, makeSigned: (link: string) => string): Prompter {
  // A wait tells its link again and again: it stays the same one, which is not printed anew.
  const signed = new Map<string, string>();
  const signIn = (link: string) => {
    const known = signed.get(link) ?? makeSigned(link);
    signed.set(link, known);
    return known;
  };
  const inHints = (hints: readonly Hint[]) =>
    hints.map((hint) => (hint.link === undefined ? hint : { ...hint, link: signIn(hint.link) }));
  const inUpdate = ({ link, problem, ...update }: WaitUpdate): WaitUpdate => ({
    ...update,
    ...(link !== undefined && { link: link === null ? null : signIn(link) }),
    ...(problem !== undefined && {
      problem: problem?.hints ? { ...problem, hints: inHints(problem.hints) } : problem,
    }),
  });
  const sign =
    (say: Say): Say =>
    (update) =>
      say(inUpdate(update));
  return {
    ...prompter,
    note: ({ link, ...note }) =>
      prompter.note(link === undefined ? note : { ...note, link: signIn(link) }),
    failure: (failure, situation) => {
      const error = { ...failure.error, hints: inHints(failure.error.hints) };
      return prompter.failure({ ...failure, error }, situation);
    },
    progress: (wait, task) => prompter.progress(wait, (say, signal) => task(sign(say), signal)),
  };
}
