import { casesOf } from "../../sample.ts";
import { others, type Bubblewrap } from "./bubblewraps.ts";
import type { Attempted } from "./inside/adversary/attempt.ts";

const usual = [
  ["root", "installed"],
  ["nobody", "installed"],
  ["root", "podman"],
  ["nobody", "without capabilities (simulated)"],
] as const;
const all = [
  ...usual,
  ...others.flatMap((other) => [["root", other] as const, ["nobody", other] as const]),
];

/** The users and runtimes under which an adversary attacks the files of the host. */
export const adversaryCells = casesOf<readonly ["root" | "nobody", Bubblewrap | "podman"]>({
  usual,
  all,
});

/** Returns attempts with an unexpected result: leaks, and controls that found nothing. */
export function findSurprises(attempts: readonly Attempted[]): readonly Attempted[] {
  return attempts.filter(({ text, isControl }) => text.startsWith("LEAK") !== isControl);
}
