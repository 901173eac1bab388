import type { Hint } from "../shared/errors.ts";
import type { OpenedShortLinks } from "./open-short-links.ts";
import type { Prompter, Wait, WaitUpdate } from "./prompter.ts";

/**
 * Wraps a prompter so that its links sign the browser in if the server requires it. This applies to
 * links that are pasted and to links that gatehouse opens. The journal still contains the unsigned
 * question.
 * @param shortLinks shortens the links; each short link also signs in only one browser
 */
export function signLinksOf(
  prompter: Prompter,
  makeSigned: (link: string) => string,
  shortLinks?: Pick<OpenedShortLinks, "addShortLink">,
): Prompter {
  const { hint, body, update } = createSigner(makeSigned, shortLinks);
  return {
    ...prompter,
    choose: (question, situation) => prompter.choose(body(question), situation),
    chooseMany: (question, situation) => prompter.chooseMany(body(question), situation),
    confirm: (question, situation) => prompter.confirm(body(question), situation),
    text: (question, situation) => prompter.text(body(question), situation),
    list: (question, situation) => prompter.list(body(question), situation),
    secret: (question, situation) => prompter.secret(body(question), situation),
    disclose: (question, situation) =>
      prompter.disclose({ ...question, body: body(question).body }, situation),
    note: (note) => prompter.note(hint(body(note))),
    failure: (failure, situation) => {
      const error = { ...failure.error, hints: failure.error.hints.map(hint) };
      return prompter.failure({ ...body(failure), error }, situation);
    },
    progress: (wait, task, situation) =>
      prompter.progress(
        body<Wait>(wait),
        (report, signal) => task((unsigned) => report(update(unsigned)), signal),
        situation,
      ),
  };
}

function createSigner(
  makeSigned: (link: string) => string,
  shortLinks?: Pick<OpenedShortLinks, "addShortLink">,
) {
  // A wait reports the same link repeatedly. Each time, it must get the same signed link;
  // otherwise, the link would be printed again.
  const signed = new Map<string, string>();
  const sign = (link: string) => {
    const known = signed.get(link) ?? makeSigned(link);
    signed.set(link, known);
    if (known !== link) shortLinks?.addShortLink(known, link);
    return known;
  };
  const hint = <T extends { readonly link?: string }>(unsigned: T): T =>
    unsigned.link === undefined ? unsigned : { ...unsigned, link: sign(unsigned.link) };
  // Only a line that consists of a URL is a link. A URL in a command is not signed, because
  // commands are printed and pasted, which would expose the sign-in.
  const line = (text: string) => text.replace(/(?<=^\s*)https?:\/\/\S+(?=\s*$)/, sign);
  return {
    hint,
    body: <T extends { readonly body?: readonly string[] }>(asked: T): T =>
      asked.body === undefined ? asked : { ...asked, body: asked.body.map(line) },
    update: ({ link, problem, ...rest }: WaitUpdate): WaitUpdate => ({
      ...rest,
      ...(link !== undefined && { link: link === null ? null : sign(link) }),
      ...(problem !== undefined && { problem: signProblem(problem, hint) }),
    }),
  };
}

function signProblem(
  problem: NonNullable<WaitUpdate["problem"]> | null,
  hint: (unsigned: Hint) => Hint,
): NonNullable<WaitUpdate["problem"]> | null {
  return problem?.hints ? { ...problem, hints: problem.hints.map(hint) } : problem;
}
