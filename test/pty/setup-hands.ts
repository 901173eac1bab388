import type { ProgramInTerminal } from "./pty.ts";

/** The wizard in a terminal, with the hands of somebody who reads before they press. */
export interface Wizard extends ProgramInTerminal {
  /** Waits for words, on however many rows they stand. */
  see(wanted: string | RegExp): Promise<string>;
  /** Waits for a text and presses keys. */
  answer(wanted: string | RegExp, keys: string): Promise<void>;
  /** Waits in plain lines for the prompt of a question, and types a line. */
  reply(question: string, line: string): Promise<void>;
  /** Moves down to a row of the question. */
  moveTo(question: string, row: string): Promise<void>;
  /** Moves down to a row of the question, and chooses it. */
  choose(question: string, row: string): Promise<void>;
  /** Turns the pages of what has to be read, and goes on. */
  read(title: string, proceed: string): Promise<void>;
  /** The link that begins like this, put together again where it goes over several rows. */
  readLink(start: string): Promise<string>;
}

export const keys = { down: "\u001b[B", enter: "\r", stop: "\u0003", clear: "\u0015" };

/** More keys than any question has rows or pages. */
const mostMoves = 100;

export function giveHands(program: ProgramInTerminal): Wizard {
  const see = (wanted: string | RegExp) =>
    program.waitFor(typeof wanted === "string" ? wrapped(wanted) : wanted);
  /** What has to be read first is chosen at its end. */
  const turnPages = async (question: string) => {
    for (let pages = 0; pages < mostMoves; pages += 1) {
      const screen = await see(question);
      if (!screen.includes("enter next page")) return;
      program.write(keys.enter);
      await program.waitFor(nextPage(screen, "(?<![^])(?![^]*enter next page)"));
    }
  };
  const moveTo: Wizard["moveTo"] = async (question, row) => {
    await turnPages(question);
    for (let moves = 0; moves < mostMoves; moves += 1) {
      const [, at = ""] = /› (.+)/.exec(await program.waitFor(/› \S/)) ?? [];
      if (at.startsWith(row)) return;
      program.write(keys.down);
      await program.waitFor(new RegExp(`› (?!${literal(at)}\n)`));
    }
    throw new Error(`Found no row ${row}:\n${program.screen()}`);
  };
  return {
    ...program,
    see,
    moveTo,
    answer: async (wanted, pressed) => {
      await see(wanted);
      program.write(pressed);
    },
    reply: async (question, line) => {
      const prompt = String.raw`[^]*\n(Numbers?|Answer|y or n|Domain|Pattern|Name)\b[^\n]*:$`;
      await program.waitFor(new RegExp(literal(question) + prompt));
      program.write(`${line}${keys.enter}`);
    },
    choose: async (question, row) => {
      await moveTo(question, row);
      program.write(keys.enter);
    },
    read: async (title, proceed) => {
      await see(title);
      for (;;) {
        const screen = await program.waitFor(new RegExp(`enter next page|› ${literal(proceed)}`));
        program.write(keys.enter);
        if (!screen.includes("enter next page")) return;
        await program.waitFor(nextPage(screen, `› ${literal(proceed)}`));
      }
    },
    readLink: async (start) => {
      const screen = await program.waitFor(start);
      const [first = "", ...rows] = screen.slice(screen.indexOf(start)).split("\n");
      // The further rows of a wide link begin at the edge, as nothing else does.
      const end = rows.findIndex((row) => !/^(?!http)\S/.test(row));
      return [first, ...rows.slice(0, end)].join("");
    },
  };
}

/** Another page than that of the screen, or what follows the last. */
function nextPage(screen: string, end: string): RegExp {
  const [place = ""] = [...screen.matchAll(/^.*more lines?$/gm)].at(-1) ?? [];
  return new RegExp(`^(?!${literal(place)}$).*more lines?$|${end}`, "m");
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The words where the screen is too narrow for all of them in a row; the rail stands before each row. */
function wrapped(words: string): RegExp {
  return new RegExp(literal(words).replaceAll(" ", "[\\s│┃]+"));
}
