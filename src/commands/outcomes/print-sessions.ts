import type { FoundSession } from "../../firewall/sessions/list-sessions.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { factRows, marked, noRail, textRows, type Row } from "../../terminal/rows.ts";
import type { MarkState } from "../../shared/marks.ts";
import { printJson } from "./print-json.ts";

export function printSessions(
  sessions: readonly FoundSession[],
  { json }: { readonly json: boolean },
): void {
  if (!json) printRows((style) => sessionRows(sessions, style));
  else printJson(toDocument(sessions));
}

/** Returns the document of `firewall sessions --json`. */
export function toDocument(sessions: readonly FoundSession[]): object {
  return {
    sessions: sessions.map(({ id, path, state, session }) => ({
      id,
      state: state ?? "starting",
      ...session,
      folder: path,
    })),
  };
}

/**
 * Formats the sessions:
 *
 *  ✔ 1f2E3d  npm
 *    State     running, since 2026-03-04 05:06:07 UTC, as process 4711
 *    Runtime   bubblewrap: it is installed and starts
 *    CA        gatehouse session CA 1f2E3d, until 2026-03-05 05:01:06 UTC
 *    …
 */
export function sessionRows(sessions: readonly FoundSession[], style: RenderOptions): Row[] {
  if (sessions.length === 0) return textRows("No session is running.", { style });
  return sessions.flatMap((found, index) => [
    ...(index === 0 ? [] : [[]]),
    ...oneSession(found, style),
  ]);
}

type State = NonNullable<FoundSession["state"]> | "starting";

const states: Readonly<Record<State, { mark: MarkState; words: string }>> = {
  running: { mark: "done", words: "running" },
  elsewhere: {
    mark: "unknown",
    words: "in another container; its state is unknown here",
  },
  gone: {
    mark: "attention",
    words: "ended; its directory is deleted when the firewall starts next",
  },
  starting: { mark: "active", words: "starting" },
};

function oneSession({ id, path, state, session }: FoundSession, style: RenderOptions): Row[] {
  const { mark, words } = states[state ?? "starting"];
  const title = session ? `${id}  ${session.command}` : id;
  const process =
    session && `, since ${formatMoment(session.startedAt)}, as process ${session.process.pid}`;
  const facts = [
    { name: "State", text: `${words}${process ?? ""}` },
    ...(session ? factsOf(session) : []),
    { name: "Directory", text: path },
  ];
  return [
    ...textRows(title, { style, prefix: marked(style, mark), tone: "strong" }),
    ...factRows(facts, { style, prefix: noRail }),
  ];
}

function factsOf(session: NonNullable<FoundSession["session"]>) {
  const { runtime, runtimeReason, ca, rules, logs } = session;
  return [
    { name: "Runtime", text: `${runtime}: ${runtimeReason}` },
    ...(ca
      ? [
          { name: "CA", text: `${ca.subject}, until ${formatMoment(ca.notAfter)}` },
          { name: "SHA-256", text: ca.fingerprint },
          { name: "Key", text: ca.key },
        ]
      : []),
    { name: "Rules", text: rules.length === 0 ? "none: everything is denied" : rules.join("\n") },
    { name: "Logs", text: logs },
  ];
}

/** Formats a time: `2026-03-04 05:06:07 UTC`. */
function formatMoment(iso: string): string {
  return iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}
