import type { Hint } from "../shared/errors.ts";
import type { OpenedShortLinks } from "./open-short-links.ts";
import type { Prompter, Wait, WaitUpdate } from "./prompter.ts";

/**
 * A prompter whose links sign a browser in, where somebody has to be known: one that is pasted works like one that is
 * opened. What is remembered of a question stays as it was.
 * @param desk gives them short addresses, which are to sign in one browser, too
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
        (say, signal) => task((told) => say(update(told)), signal),
        situation,
      ),
  };
}

function createSigner(
  makeSigned: (link: string) => string,
  shortLinks?: Pick<OpenedShortLinks, "addShortLink">,
) {
  // A wait tells its link again and again: it stays the same one, which is not printed anew.
  const signed = new Map<string, string>();
  const sign = (link: string) => {
    const known = signed.get(link) ?? makeSigned(link);
    signed.set(link, known);
    if (known !== link) shortLinks?.addShortLink(known, link);
    return known;
  };
  const hint = <T extends { readonly link?: string }>(told: T): T =>
    told.link === undefined ? told : { ...told, link: sign(told.link) };
  // Only a line of its own is a link. An address in a command is printed and pasted: a sign-in would be exposed there.
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
  hint: (told: Hint) => Hint,
): NonNullable<WaitUpdate["problem"]> | null {
  return problem?.hints ? { ...problem, hints: problem.hints.map(hint) } : problem;
}
