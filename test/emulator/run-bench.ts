import sodium from "libsodium-wrappers";
import { expect } from "vitest";
import type { OpenForge } from "./open-forge.ts";

const repository = "/repos/acme/control";

/**
 * Returns a workflow of one job that prints the given values, by default in the environment
 * `agents`.
 */
export function printing(values: Record<string, string>, environment: string | null = "agents") {
  const env = Object.entries(values).map(([name, value]) => `          ${name}: ${value}`);
  const print = Object.keys(values).map((name) => `${name}=$(printf %s "$${name}" | rev)`);
  return `name: Check
on: workflow_dispatch
jobs:
  check:
    runs-on: embedded
${environment === null ? "" : `    environment: ${environment}\n`}    steps:
      - name: Print
        run: echo "${print.join(" ")} end"
        env:
          NOTHING: none
${env.join("\n")}
`;
}

/** Pushes a workflow, starts it, and returns the run's ID. */
export async function startRun(forge: OpenForge, yaml: string, ask: object = {}): Promise<number> {
  const content = Buffer.from(yaml).toString("base64");
  const file = `${repository}/contents/.github/workflows/check.yml`;
  const sha = (await forge.rest("GET", file)).json?.sha as string | undefined;
  const message = "Add a check";
  await forge.rest("PUT", file, { body: { message, content, ...(sha && { sha }) } });
  const body = { ref: "main", return_run_details: true };
  const path = `${repository}/actions/workflows/check.yml/dispatches`;
  return (await forge.rest("POST", path, { body, ...ask })).json.workflow_run_id as number;
}

export const readRun = async (forge: OpenForge, id: number) =>
  (await forge.rest("GET", `${repository}/actions/runs/${id}`)).json;

/** Waits until a run has this status. */
export async function seeRun(forge: OpenForge, id: number, status: "waiting" | "completed") {
  const read = async () => (await readRun(forge, id)).status as string;
  await expect.poll(read).toBe(status);
  return readRun(forge, id);
}

/**
 * Returns the only job of a run, with its log. The log is in the response itself, or at the address
 * that it redirects to.
 */
export async function readJob(forge: OpenForge, id: number) {
  const { jobs } = (await forge.rest("GET", `${repository}/actions/runs/${id}/jobs`)).json;
  const [job] = jobs;
  const answer = await forge.rest("GET", `${repository}/actions/jobs/${job.id}/logs`);
  const link = answer.headers.get("location");
  const { status, text } = link === null ? answer : await forge.page(link);
  return { ...job, log: status === 200 ? text : "" };
}

/** Stores a secret at an API path. */
export async function putSecret(
  forge: OpenForge,
  base: string,
  { name, value, ...more }: { name: string; value: string } & Record<string, unknown>,
) {
  await sodium.ready;
  const { key, key_id } = (await forge.rest("GET", `${base}/secrets/public-key`)).json;
  const sealed = sodium.crypto_box_seal(value, Buffer.from(key, "base64"));
  const encrypted_value = Buffer.from(sealed).toString("base64");
  return forge.rest("PUT", `${base}/secrets/${name}`, {
    body: { encrypted_value, key_id, ...more },
  });
}
