import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import { walkBack } from "../shared/walk-back.ts";
import { openExposedBench, results, setVariable, storePat, type ExposedBench } from "./bench.ts";

async function storeApp({ forge, cli, folder }: ExposedBench) {
  const app = await createApp(forge);
  await installApp(forge, app, ["acme/control"]);
  await setVariable(forge, "CP_FORGE_WRITE_APP_ID", app.clientId);
  const where = ["--repo", "acme/control"];
  await cli(["secret", "set", "CP_FORGE_WRITE_APP_PRIVATE_KEY", ...where], app.pem);
  const file = join(folder, "leaked.pem");
  writeFileSync(file, app.pem, { mode: 0o600 });
  return { app, file };
}

test("Back at every question and wait of a response returns to the previous one, and the last answers count", async () => {
  const bench = await openExposedBench();
  const { app, file } = await storeApp(bench);
  const token = await storePat(bench);
  const walk = walkBack();
  const { record, error, asked } = await bench.respond({
    answers: {
      credentials: { each: [["pat"], ["write-app", "pat"]] },
      packages: { each: [["review", "triage"], ["review"]] },
      contain: true,
      "write-app-available": { each: ["token", "file", "file"] },
      "write-app-key-file": file,
      "write-app-uninstall": false,
      "pat-available": { each: ["none", "token", "token"] },
      "pat-revoke": true,
      since: { each: ["other", "7d", "1d"] },
      "write-app-rotation": { each: ["later", "reported"] },
      "pat-rotation": "reported",
      "review-mode": true,
      "switches-on": true,
    },
    secrets: { "pat-token": token },
    onQuestion: walk.onQuestion,
    onMoment: async ({ wait, update }) => {
      if (wait !== "write-app-deletion" || !update.link) return;
      const page = `/organizations/acme/settings/apps/${app.slug}`;
      const [, id] = /keys\/(\d+)\/delete/.exec((await bench.forge.page(page)).text) ?? [];
      await bench.forge.page(`${page}/keys`, {});
      await bench.forge.page(`${page}/keys/${id}/delete`, {});
    },
  });
  expect(error).toBeUndefined();
  walk.expectStraight();
  // An irreversible action precedes each of these: setting switches, deleting a key, revoking a
  // token, searching logs.
  const walls = asked.map(({ id }) => id).filter((id) => !walk.left.has(id));
  expect(new Set(walls)).toEqual(
    new Set([
      "credentials",
      "write-app-available",
      "pat-available",
      "since",
      "write-app-rotation",
      "switches-on",
    ]),
  );
  expect([...walk.left]).toEqual(
    expect.arrayContaining(["write-app-trying", "write-app-deletion", "search"]),
  );
  expect(record.incident).toMatchObject({
    credentials: ["write-app", "pat"],
    packages: ["review"],
  });
  expect(record.state).toBe("closed");
  expect(results(record)).toEqual([
    "switches-off: done",
    "cancel-runs: done",
    "runs-ended: done",
    "alive write-app: done",
    "ended write-app: done",
    "ended pat: done",
    "search: done",
    "rotated write-app: reported",
    "rotated pat: reported",
    "review-mode: done",
    "switches-on: done",
  ]);
}, 60_000);
