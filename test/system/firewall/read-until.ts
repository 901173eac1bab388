import { on } from "node:events";
import type { Started } from "./lab.ts";

/** Reads what a started run prints until it matches; fails if the run ends before. */
export async function readUntil(
  { child, ended }: Started,
  wanted: RegExp,
  stream: "stdout" | "stderr" = "stdout",
): Promise<string> {
  const source = child[stream];
  if (!source) throw new Error(`${stream} is no pipe`);
  const end = new AbortController();
  void ended.then(() => end.abort());
  let text = "";
  for await (const [piece] of on(source, "data", { signal: end.signal })) {
    text += String(piece);
    if (wanted.test(text)) break;
  }
  return text;
}
