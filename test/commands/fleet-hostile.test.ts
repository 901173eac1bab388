import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, test } from "vitest";
import { answerAs, hostileToken, mintedAnswer } from "../run/admit/hostile-answers.ts";
import { openServer } from "../forge/forge-bench.ts";
import { claimKey } from "../keys/ready-keys.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const pem = String(claimKey().export({ type: "pkcs1", format: "pem" }));
const installation = {
  id: 1,
  app_id: 1,
  app_slug: "a",
  account: { login: "acme" },
  permissions: { contents: "read" },
  updated_at: "2026-01-01T00:00:00Z",
};

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "%s during a check revokes the token of the check, and is recorded",
  async (by, code) => {
    let child: ReturnType<typeof spawn> | undefined;
    const { origin, heard } = await openServer(
      answerAs(5000, ({ path, method }, response) => {
        if (method === "DELETE") return false;
        response.setHeader("content-type", "application/json");
        if (path.endsWith("/acme/control/installation")) {
          response.end(JSON.stringify(installation));
        } else if (path.endsWith("/access_tokens")) {
          response.writeHead(201).end(JSON.stringify(mintedAnswer({ contents: "read" })));
        } else child?.kill(by);
        return true;
      }),
    );
    const folder = makeFolder("fleet");
    const env = {
      PATH: process.env["PATH"],
      FORGE_API_URL: `${origin}/api/v3`,
      CP_FORGE_FLEET_APP_ID: "Iv1.fleet",
      CP_FORGE_FLEET_APP_PRIVATE_KEY: pem,
    };
    const args = [program.cli(), "fleet", "check", "--repo", "acme/control"];
    child = spawn(execPath, args, { cwd: folder, env });
    expect(await once(child, "exit")).toEqual([code, null]);
    expect(
      heard.filter(({ method }) => method === "DELETE").map(({ headers }) => headers.authorization),
    ).toEqual([`Bearer ${hostileToken}`]);
    const snapshot = JSON.parse(readFileSync(join(folder, "fleet-check.json"), "utf8")) as object;
    expect(snapshot).toMatchObject({ status: null, reason: `The check was stopped by ${by}.` });
  },
);
