import { expect, test } from "vitest";
import { findWord } from "../../../../src/firewall/rules/proof/find-word.ts";

/** Steps from each location: the unit, the next location, and its cost. */
const steps: Readonly<Record<string, readonly (readonly [string, string, number])[]>> = {
  start: [
    ["a", "end", 5],
    ["b", "between", 0],
  ],
  between: [["c", "end", 1]],
  end: [["d", "end", 9]],
};

interface State {
  readonly location: string;
  readonly cost: number;
}

function find(accept: (state: State, word: string) => string | undefined) {
  return findWord<State, string>({
    start: { location: "start", cost: 0 },
    unitsAt: ({ location }) => (steps[location] ?? []).map(([unit]) => unit),
    advance: ({ location }, unit) => {
      const step = steps[location]?.find(([each]) => each === unit);
      return step && { location: step[1], cost: step[2] };
    },
    keyOf: ({ location }) => location,
    costOf: ({ cost }) => cost,
    accept,
  });
}

test("the shortest word is found", () => {
  expect(find(({ location }, word) => (location === "end" ? word : undefined))).toBe("a");
});

test("a state is visited again at a lower cost", () => {
  const isCheap = ({ location, cost }: State) => location === "end" && cost < 5;
  expect(find((state, word) => (isCheap(state) ? word : undefined))).toBe("bc");
});

test("a search in a language without words ends, although its words could be infinite", () => {
  const visited: string[] = [];
  find((_, word) => void visited.push(word));
  expect(visited).toEqual(["", "a", "b", "bc"]);
});
