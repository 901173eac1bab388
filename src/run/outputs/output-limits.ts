import { handlers, parseHandler } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/** How many proposals of each handler are carried out at most; one that is not named carries out none. */
export type OutputLimits = ReadonlyMap<Handler, number>;

/** Somebody may read them all. */
const most = 1000;

/** @throws InvalidInput for what is no `handler=number`, and for a handler that is named twice */
export function readLimits(words: readonly string[]): OutputLimits {
  const limits = new Map<Handler, number>();
  for (const word of words) {
    const [, name = "", number = ""] = /^([^=]*)=(\d{1,4})$/.exec(word) ?? [];
    const limit = Number(number);
    if (name === "" || limit > most) {
      throw refuse(`"${word}" is no limit: it is a handler and a number up to ${most}.`);
    }
    const handler = requireHandler(name);
    if (limits.has(handler)) throw refuse(`${handler} has two limits.`);
    limits.set(handler, limit);
  }
  return limits;
}

/** @throws InvalidInput for a word that is no handler */
export function readHandlers(list: string): ReadonlySet<Handler> {
  const words = list.split(",").map((word) => word.trim());
  return new Set(words.filter((word) => word !== "").map(requireHandler));
}

function requireHandler(word: string): Handler {
  const handler = parseHandler(word);
  if (handler) return handler;
  const nearest = findNearest(word, handlers);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw refuse(`"${word}" is no handler; there are ${handlers.join(", ")}.${guess}`);
}

function refuse(message: string): InvalidInput {
  return new InvalidInput(message, [
    {
      say: "See what is carried out, and how it is named",
      command: ownCommandLine("outputs", "apply", "--help"),
    },
  ]);
}
