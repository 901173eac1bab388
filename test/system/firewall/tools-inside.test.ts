import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const worker = `new (require("worker_threads").Worker)("console.log(1)", { eval: true })`;
const pool = `import multiprocessing as m
if __name__ == "__main__": print(m.Pool(2).map(abs, [-1, 2]))`;

/** Expected output of each tool. */
const calls = {
  "node workers": [`node -e '${worker}'`, "1"],
  "python multiprocessing": [`echo '${pool}' > pool.py; /usr/bin/python3 pool.py`, "[1, 2]"],
  "a compiler and make": [
    "printf 'a: a.c\\n\\tcc -o a a.c\\n' > Makefile; make -s a && ./a",
    "hello",
  ],
  "a program that watches its memory": ["cc -fsanitize=address -g -o b a.c && ./b", "hello"],
  strace: ["strace -f -o /dev/null echo traced", "traced"],
  git: ["git init -q r && git -C r status -s && echo clean", "clean"],
  "a pipe and a background job": ["(sleep 0.01; echo late) & wait; echo b | cat", "late\nb"],
} as const;

test("the restrictions of a command do not affect ordinary tools", async () => {
  const source = `#include <stdio.h>\nint main(void) { puts("hello"); }`;
  const scripts = Object.entries(calls).map(
    ([name, [script]]) => `echo "== ${name}"; (${script}) 2>&1`,
  );
  const write = `cat > a.c <<'END'\n${source}\nEND\n`;
  const { out } = await lab.run(["sh", "-c", write + scripts.join("\n")], {
    as: "nobody",
    options: ["--allow-domains", "b.test"],
  });
  const expected = Object.entries(calls).map(([name, [, text]]) => `== ${name}\n${text}\n`);
  expect(out).toBe(expected.join(""));
});
