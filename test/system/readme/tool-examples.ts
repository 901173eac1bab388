import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Examples, ExamplesBench } from "./examples-bench.ts";

/** Commands that add gatehouse to a shell. */
export const toolExamples: Examples = {
  "gatehouse completion bash > ~/.gatehouse.bash": {
    run: (line, bench) => make(line, bench, ".gatehouse.bash"),
  },
  "gatehouse completion zsh > ~/.gatehouse.zsh": {
    run: (line, bench) => make(line, bench, ".gatehouse.zsh"),
  },
  "gatehouse completion fish > ~/.config/fish/completions/gatehouse.fish": {
    run: (line, bench) => make(line, bench, ".config/fish/completions/gatehouse.fish"),
  },
};

async function make(line: string, { openNew }: ExamplesBench, file: string): Promise<void> {
  const reader = await openNew();
  // Exists in the home of a shell that was started before.
  await mkdir(join(reader.home, ".config/fish/completions"), { recursive: true });
  await reader.run(line);
  expect(await readFile(join(reader.home, file), "utf8")).toContain("gatehouse completion");
}
