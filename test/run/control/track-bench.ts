import { check, checkPlain, good } from "./check-bench.ts";

export const secret = "${{ secrets.X }}";
export const folder = ".forge/workflows";

/** Returns a workflow whose last job dispatches the value of this expression. */
export function sending(
  value: string,
  { head = "", jobs = "", steps = "", own = "" } = {},
): string {
  return `on: push
${head}jobs:
${jobs}  send:
    needs: [a]
    steps:
${steps}      - run: gh workflow run w.yml -f note="${value}"
        ${own}
`;
}

export const job = (body: string) => `  a:\n${body.replaceAll(/^/gm, "    ")}\n`;
export const step = (body: string) => `      - ${body.replaceAll("\n", "\n        ")}\n`;
export const checks = (text: string) =>
  [...new Set(checkPlain(text).map((each) => each.split(" ")[1]))].filter(
    (each) => each !== "own-app",
  );
export const unreadOf = (text: string) => check(good, { [`${folder}/plain.yml`]: text }).unread;
