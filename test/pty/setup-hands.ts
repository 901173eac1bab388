import type { ProgramInTerminal } from "./pty.ts";

/** The wizard in a terminal, with actions of a user who reads before pressing keys. */
export interface Wizard extends ProgramInTerminal {
  /** Waits for a text that can span several rows. */
  see(wanted: string | RegExp): Promise<string>;
  /** Waits for a text and presses keys. */
  answer(wanted: string | RegExp, keys: string): Promise<void>;
  /** Waits for the prompt of a question in plain lines, and types a line. */
  reply(question: string, line: string): Promise<void>;
  /** Turns the pages of a required text above the input of a question. */
  turnPages(question: string): Promise<void>;
  /** Moves down to a row of the question. */
  moveTo(question: string, row: string): Promise<void>;
  /** Moves down to a row of the question, and chooses it. */
  choose(question: string, row: string): Promise<void>;
  /** Turns the pages of a required text, and continues. */
  read(title: string, proceed: string): Promise<void>;
  /** Returns the link with this prefix, joined if it spans several rows. */
  readLink(start: string): Promise<string>;
}

export const keys = { down: "\u001b[B", enter: "\r", stop: "\u0003", clear: "\u0015" };

/** Number of keys that exceeds the rows and pages of any question. */
const mostMoves = 100;

export function giveHands(program: ProgramInTerminal): Wizard {
  const see = (wanted: string | RegExp) =>
    program.waitFor(typeof wanted === "string" ? wrapped(wanted) : wanted);
  /** An option below a required text is chosen at its end. */
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
    turnPages,
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
        const screen = await program.waitFor(
          new RegExp(`enter next page|${wrapped(`› ${proceed}`).source}`),
        );
        program.write(keys.enter);
        if (!screen.includes("enter next page")) return;
        await program.waitFor(nextPage(screen, wrapped(`› ${proceed}`).source));
      }
    },
    readLink: async (start) => {
      const screen = await program.waitFor(start);
      const [first = "", ...rows] = screen.slice(screen.indexOf(start)).split("\n");
      // Only the further rows of a wide link start at the edge.
      const end = rows.findIndex((row) => !/^(?!http)\S/.test(row));
      return [first, ...rows.slice(0, end)].join("");
    },
  };
}

/** Returns a pattern for a page other than the current one, or for the text after the last one. */
function nextPage(screen: string, end: string): RegExp {
  const [location = ""] = [...screen.matchAll(/^.*more lines?$/gm)].at(-1) ?? [];
  return new RegExp(`^(?!${literal(location)}$).*more lines?$|${end}`, "m");
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Returns a pattern for a text that may be wrapped; each row begins with the rail. */
function wrapped(words: string): RegExp {
  return new RegExp(literal(words).replaceAll(" ", "[\\s│┃]+"));
}
