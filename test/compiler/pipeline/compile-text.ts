import { emitPipeline } from "../../../src/compiler/emit/emit-pipeline.ts";
import { buildPipeline } from "../../../src/compiler/pipeline/build-pipeline.ts";
import type { CompilerSettings } from "../../../src/compiler/settings.ts";
import { readFrontMatter } from "../definition/read-front-matter.ts";

export const settings: CompilerSettings = {
  brand: "forge",
  gatehouse: { source: "npm:gatehouse-cli@0.1.0", integrity: `tree-sha512-${"A".repeat(86)}==` },
  engine: {
    releases: "https://engines.example/releases",
    version: "1.0.47",
    archive: "agent-linux-{machine}.tar.gz",
    program: "agent",
    sha256: { x64: "1".repeat(64), arm64: "2".repeat(64) },
  },
  node: "22.x",
};

/** The pipeline of a front matter, and its text. */
export function compileText(
  yaml: string,
  { brand = "forge" as const, body }: { brand?: "forge" | "github"; body?: string } = {},
) {
  const read = readFrontMatter(yaml, { brand, ...(body !== undefined && { body }) });
  if (!read.definition) throw new Error(JSON.stringify(read.errors));
  const pipeline = buildPipeline(read.definition, {
    settings: { ...settings, brand },
    programs: { mint: "// mint\n", revoke: "// revoke\n" },
    source: "agents/probe.md",
    version: "0.1.0",
  });
  return { pipeline, text: emitPipeline(pipeline), warnings: read.warnings };
}
