import { expect } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import type { OperatorOptions } from "../setup/operator.ts";
import { listMisfits } from "./in-language.ts";

/** Creates an operator who goes back once from every question and wait that allows it. */
export function walkBack() {
  const left = new Set<string>();
  const misfits: string[] = [];
  const trail: { readonly id: string; readonly isLeft: boolean }[] = [];
  const onQuestion: OperatorOptions["onQuestion"] = (id, { canGoBack }, question) => {
    const isLeft = canGoBack && !left.has(id);
    if (question) misfits.push(...listMisfits(question));
    if (question || isLeft) trail.push({ id, isLeft });
    if (!isLeft) return;
    left.add(id);
    throw new Back();
  };
  return {
    onQuestion,
    /** Ids of the questions and waits that were left, in order. */
    left,
    /**
     * Fails if Back went anywhere except to the previous question, or if a question did not fit its
     * screen.
     */
    expectStraight: () => {
      expect(misfits).toEqual([]);
      const jumps = trail.flatMap(({ id, isLeft }, at) =>
        isLeft ? [`${id}: ${trail[at - 1]?.id} → ${trail[at + 1]?.id}`] : [],
      );
      expect(jumps).toEqual(
        trail.flatMap(({ id, isLeft }, at) => {
          const before = trail[at - 1]?.id;
          return isLeft ? [`${id}: ${before} → ${before}`] : [];
        }),
      );
    },
  };
}
