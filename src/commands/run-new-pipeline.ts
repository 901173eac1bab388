import { basename, join } from "node:path";
import { firstDefinition } from "../compiler/first-definition.ts";
import { writeNew } from "../compiler/project/locate-output.ts";
import { chooseBrand } from "../compiler/project/open-project.ts";
import { requireShown } from "../compiler/project/require-shown.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { pathArgument } from "../shared/shell-word.ts";
import { printNew } from "./outcomes/print-new.ts";

interface NewPipelineOptions {
  readonly folder: string;
  readonly brand?: string | undefined;
  /** Whether to explain how to write workflows for GitHub Actions instead. */
  readonly offersWorkflow: boolean;
}

/** Runs `gatehouse new` for Azure Pipelines: writes a definition, and settings if it needs them. */
export async function runNewPipeline(
  name: string,
  { folder, brand, offersWorkflow }: NewPipelineOptions,
): Promise<void> {
  const path = join(folder, `${name}.md`);
  requireShown(path);
  const chosen = await chooseBrand(path, brand);
  const { isDetected, settingsPath } = chosen;
  const settings = isDetected ? undefined : settingsPath;
  await writeNew([
    { path, text: firstDefinition(name, chosen.brand) },
    ...(settings === undefined
      ? []
      : [{ path: settings, text: `${JSON.stringify({ brand: chosen.brand }, null, 2)}\n` }]),
  ]);
  const isOptionNeeded = !isDetected && settingsPath === undefined;
  const words = isOptionNeeded ? ["--brand", chosen.brand] : [];
  printNew({
    created: [path, ...(settings === undefined ? [] : [basename(settings)])],
    service: "Azure Pipelines",
    next: [
      {
        text: "Compile its Azure pipeline",
        command: ownCommandLine("compile", ...words, pathArgument(path)),
      },
      ...(offersWorkflow
        ? [
            {
              text: "Or write workflows for GitHub Actions",
              command: ownCommandLine("new", name, "--workflow"),
            },
          ]
        : []),
    ],
  });
}
