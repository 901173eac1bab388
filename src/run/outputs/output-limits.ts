import { handlers, parseHandler } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/**
 * The maximum number of proposals to apply for each handler. Without an entry, none are applied.
 */
export type OutputLimits = ReadonlyMap<Handler, number>;

/** Highest limit that can be set, because a person might have to read all outputs. */
const most = 1000;

/** @throws InvalidInput for an argument that is not `handler=number`, and for duplicate handlers */
export function readLimits(words: readonly string[]): OutputLimits {
  const limits = new Map<Handler, number>();
  for (const word of words) {
    const [, name = "", number = ""] = /^([^=]*)=(\d{1,4})$/.exec(word) ?? [];
    const limit = Number(number);
    if (name === "" || limit > most) {
      throw refuse(
        `"${word}" is not a valid limit. Use HANDLER=NUMBER with a number up to ${most}.`,
      );
    }
    const handler = requireHandler(name);
    if (limits.has(handler)) throw refuse(`Duplicate limit for ${handler}.`);
    limits.set(handler, limit);
  }
  return limits;
}

/** @throws InvalidInput for an unknown handler */
export function readHandlers(list: string): ReadonlySet<Handler> {
  const words = list.split(",").map((word) => word.trim());
  return new Set(words.filter((word) => word !== "").map(requireHandler));
}

function requireHandler(word: string): Handler {
  const handler = parseHandler(word);
  if (handler) return handler;
  const nearest = findNearest(word, handlers);
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw refuse(`"${word}" is not a valid handler. Valid handlers: ${handlers.join(", ")}.${guess}`);
}

function refuse(message: string): InvalidInput {
  return new InvalidInput(message, [
    {
      text: "Show the supported outputs and their names",
      command: ownCommandLine("outputs", "apply", "--help"),
    },
  ]);
}
