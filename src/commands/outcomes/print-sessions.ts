import type { FoundSession } from "../../firewall/sessions/list-sessions.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { factRows, marked, noRail, textRows, type Row } from "../../terminal/rows.ts";
import type { MarkState } from "../../shared/marks.ts";
import { printJson } from "./print-json.ts";

export function printSessions(
  sessions: readonly FoundSession[],
  { json }: { readonly json: boolean },
): void {
  if (!json) printRows((look) => sessionRows(sessions, look));
  else printJson(toDocument(sessions));
}

/** What `firewall sessions --json` prints. */
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
 *  ✔ 1f2E3d  npm
 *    Runs      since 2026-03-04 05:06:07 UTC, as process 4711
 *    Runtime   bubblewrap: it is there and starts
 *    CA        gatehouse session CA 1f2E3d, until 2026-03-05 05:01:06 UTC
 *    …
 */
export function sessionRows(sessions: readonly FoundSession[], look: Look): Row[] {
  if (sessions.length === 0) return textRows("No session runs.", { look });
  return sessions.flatMap((found, index) => [
    ...(index === 0 ? [] : [[]]),
    ...oneSession(found, look),
  ]);
}

type State = NonNullable<FoundSession["state"]> | "starting";

const states: Readonly<Record<State, { mark: MarkState; words: string }>> = {
  running: { mark: "done", words: "runs" },
  elsewhere: {
    mark: "unknown",
    words: "in another container: nobody here can tell whether it runs",
  },
  gone: { mark: "attention", words: "is over; the next start of the firewall removes its folder" },
  starting: { mark: "active", words: "is just starting" },
};

function oneSession({ id, path, state, session }: FoundSession, look: Look): Row[] {
  const { mark, words } = states[state ?? "starting"];
  const title = session ? `${id}  ${session.command}` : id;
  const process =
    session && `, since ${formatMoment(session.startedAt)}, as process ${session.process.pid}`;
  const facts = [
    { name: "State", text: `${words}${process ?? ""}` },
    ...(session ? factsOf(session) : []),
    { name: "Folder", text: path },
  ];
  return [
    ...textRows(title, { look, lead: marked(look, mark), tone: "strong" }),
    ...factRows(facts, { look, lead: noRail }),
  ];
}

function factsOf(session: NonNullable<FoundSession["session"]>) {
  const { runtime, runtimeBecause, ca, rules, logs } = session;
  return [
    { name: "Runtime", text: `${runtime}: ${runtimeBecause}` },
    ...(ca
      ? [
          { name: "CA", text: `${ca.subject}, until ${formatMoment(ca.notAfter)}` },
          { name: "SHA-256", text: ca.fingerprint },
          { name: "Key", text: ca.key },
        ]
      : []),
    { name: "Rules", text: rules.length === 0 ? "none: nothing may pass" : rules.join("\n") },
    { name: "Logs", text: logs },
  ];
}

/** `2026-03-04 05:06:07 UTC` */
function formatMoment(iso: string): string {
  return iso.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
}
