import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import {
  renderProofWorkflow,
  proofPath,
  proofTitle,
} from "../../../src/plane/proof/proof-workflow.ts";
import { brands } from "../../../src/forge/brand.ts";

interface Workflow {
  readonly "run-name": string;
  readonly on: unknown;
  readonly permissions: unknown;
  readonly jobs: Record<string, { steps: { env: Record<string, string>; run: string }[] }>;
}

describe.each(Object.values(brands))("the proof workflow for $name", (brand) => {
  const text = renderProofWorkflow(brand);
  const workflow = parse(text) as Workflow;

  test("is in the directory from which the forge reads workflows", () => {
    expect(proofPath(brand)).toBe(`${brand.folder}/workflows/gatehouse-proof.yml`);
  });

  test("starts only manually, and its own token has no permissions", () => {
    expect(Object.keys(workflow.on as object)).toEqual(["workflow_dispatch"]);
    expect(workflow.permissions).toEqual({});
    expect(workflow["run-name"]).toBe(proofTitle("${{ inputs.nonce }}"));
  });

  test.each([
    ["read", "READ"],
    ["write", "WRITE"],
  ])(
    "has a job for the %s App that passes its ID and key only through environment variables",
    (role, word) => {
      const [step] = workflow.jobs[`${role}-app`]?.steps ?? [];
      expect(step?.env).toMatchObject({
        CLIENT_ID: `\${{ vars.CP_FORGE_${word}_APP_ID }}`,
        PRIVATE_KEY: `\${{ secrets.CP_FORGE_${word}_APP_PRIVATE_KEY }}`,
      });
      expect(step?.run).not.toContain("${{");
    },
  );

  test("uses no external actions", () => {
    expect(text).not.toMatch(/^\s*-?\s*uses:/m);
  });
});
