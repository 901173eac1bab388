import { emitPipeline } from "../../../src/compiler/emit/emit-pipeline.ts";
import { buildPipeline } from "../../../src/compiler/pipeline/build-pipeline.ts";
import type { Programs } from "../../../src/compiler/pipeline/credential-steps.ts";
import type { CompilerSettings } from "../../../src/compiler/pipeline/settings.ts";
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

export interface CompileTextOptions {
  readonly brand?: "forge" | "github";
  readonly body?: string;
  readonly settings?: CompilerSettings;
  readonly programs?: Programs;
}

const noPrograms: Programs = { mint: "// mint\n", revoke: "// revoke\n" };

/** Compiles a front matter to a pipeline and its text. */
export function compileText(yaml: string, options: CompileTextOptions = {}) {
  const { brand = "forge", body, settings: given = settings, programs = noPrograms } = options;
  const read = readFrontMatter(yaml, { brand, ...(body !== undefined && { body }) });
  if (!read.definition) throw new Error(JSON.stringify(read.errors));
  const pipeline = buildPipeline(read.definition, {
    settings: { ...given, brand },
    programs,
    source: "agents/probe.md",
    version: "0.1.0",
  });
  return { pipeline, text: emitPipeline(pipeline), warnings: read.warnings };
}
