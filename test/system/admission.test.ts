import { describe, expect, test } from "vitest";
import { writeGateRecord } from "../../src/run/admit/gate-record.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import { gateVariable } from "../../src/credentials/records.ts";
import { inHalfAnHour } from "../commands/admit-bench.ts";
import { installProgram } from "../commands/installed-program.ts";
import { someSettings } from "../plane/control-plane-bench.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { openGh } from "../emulator/open-gh.ts";
import { putSecret, seeRun, startRun } from "../emulator/run-bench.ts";

const program = installProgram();
const repository = "/repos/acme/control";
const gateStep = "API capacity admission gate";

/**
 * Returns an orchestrator workflow whose second job reads a target after the admission of the first
 * one.
 */
function orchestrator({
  args = "",
  condition = "",
}: {
  args?: string;
  condition?: string;
}): string {
  return `name: Orchestrator
on: workflow_dispatch
permissions: { contents: read, actions: read }
jobs:
  admission:
    runs-on: embedded
    outputs:
      admitted: \${{ steps.gate.outputs.admitted }}
    steps:
      - name: Check out
        run: |
          mkdir .forge
          echo '${renderSettings(someSettings).replaceAll(/\s+/g, " ")}' > .forge/control-plane.json
      - name: ${gateStep}
        id: gate
        run: '"${process.execPath}" "${program.cli()}" admit ${args}'
        env:
          CP_FORGE_API_GATE: \${{ vars.CP_FORGE_API_GATE }}
          CP_FORGE_TOKEN: \${{ secrets.CP_FORGE_TOKEN }}
          FORGE_TOKEN: \${{ forge.token }}
  orchestrate:
    runs-on: embedded
    needs: admission
${condition}    steps:
      - name: Discover
        run: |
          curl --silent --fail --output found --header "Authorization: Bearer $FORGE_TOKEN" "$FORGE_API_URL/repos/acme/web"
        env:
          FORGE_TOKEN: \${{ forge.token }}
`;
}

const waitsForWord = "    if: needs.admission.outputs.admitted == 'true'\n";

/**
 * Runs the workflow to completion. Returns the result of each job, the log of the first, and the
 * requests to the forge.
 */
async function run(forge: OpenForge, wanted: Parameters<typeof orchestrator>[0] = {}) {
  const before = forge.emulator.requests().length;
  const id = await startRun(forge, orchestrator(wanted));
  await seeRun(forge, id, "completed");
  const asked = forge.emulator
    .requests()
    .slice(before)
    .filter(({ who }) => who === "workflow:acme/control")
    .map(({ method, path }) => `${method} ${path}`);
  const { jobs } = (await forge.rest("GET", `${repository}/actions/runs/${id}/jobs`)).json;
  const answer = await forge.rest("GET", `${repository}/actions/jobs/${jobs[0].id}/logs`);
  const link = answer.headers.get("location");
  const log = link === null ? answer.text : (await forge.page(link)).text;
  const ends = (jobs as { name: string; conclusion: string }[]).map(
    ({ name, conclusion }) => `${name}: ${conclusion}`,
  );
  return { ends, asked, log };
}

const reads = ["GET /rate_limit", "GET /repos/acme/web"];
const leave = (forge: OpenForge, remaining: number) =>
  forge.control("PATCH", "world", {
    limits: { "workflow:acme/control": { core: { remaining, reset: inHalfAnHour() } } },
  });

describe("an orchestrator's run", () => {
  test("continues when it is admitted", async () => {
    const forge = await openForge();
    expect(await run(forge)).toMatchObject({
      ends: ["admission: success", "orchestrate: success"],
      asked: reads,
    });
    const wanted = { args: "--soft --json", condition: waitsForWord };
    expect(await run(forge, wanted)).toMatchObject({
      ends: ["admission: success", "orchestrate: success"],
      asked: reads,
    });
  });

  test.each([
    ["fails at the gate", {}, "failure"],
    ["learns this from the gate's output", { args: "--soft", condition: waitsForWord }, "success"],
  ])("that is denied %s, and requests no repository", async (_what, wanted, conclusion) => {
    const forge = await openForge();
    await leave(forge, 99);
    const { ends, asked, log } = await run(forge, wanted);
    expect(ends).toEqual([`admission: ${conclusion}`, "orchestrate: skipped"]);
    expect(asked).toEqual(["GET /rate_limit"]);
    expect(log).toContain("Denied: not enough requests left.");
  });

  test.each([
    [
      "by REST",
      async (forge: OpenForge, value: string) => {
        const body = { name: gateVariable, value };
        await forge.rest("POST", `${repository}/actions/variables`, { body });
      },
    ],
    [
      "by the real forge CLI",
      async (forge: OpenForge, value: string) => {
        const gh = await openGh(forge);
        const { code } = await gh([
          "variable",
          "set",
          gateVariable,
          "--repo",
          "acme/control",
          "--body",
          value,
        ]);
        expect(code).toBe(0);
      },
    ],
  ])("stops at a record that is set %s, and sends no request at all", async (_how, set) => {
    const forge = await openForge();
    await set(forge, writeGateRecord({ limit: 1000, remaining: 3, reset: inHalfAnHour() }));
    const { ends, asked, log } = await run(forge);
    expect(ends).toEqual(["admission: failure", "orchestrate: skipped"]);
    expect(asked).toEqual([]);
    expect(log).toContain("Stopped by an earlier run's record, without sending a request.");
    expect(log).toContain("##[error]Process completed with exit code 6.");
  });

  test("is evaluated again when the record has expired", async () => {
    const forge = await openForge();
    const gh = await openGh(forge);
    const value = writeGateRecord({ limit: 1000, remaining: 3, reset: 1 });
    await gh(["variable", "set", gateVariable, "--repo", "acme/control", "--body", value]);
    expect(await run(forge)).toMatchObject({ asked: reads });
  });
});

test.each(["", "--json"])(
  "the runner hides the token of a step that asks with %j",
  async (args) => {
    const forge = await openForge();
    const token = (
      await forge.control("POST", "tokens", { user: "mona", kind: "classic", scopes: ["repo"] })
    ).json.token as string;
    await putSecret(forge, repository + "/actions", { name: "CP_FORGE_TOKEN", value: token });
    const { ends, log } = await run(forge, { args });
    expect(ends[0]).toBe("admission: success");
    expect(log).not.toContain(token);
    // A mask is a command, and does not appear in the log.
    expect(log).not.toContain("add-mask");
  },
);
