import { expect, test } from "vitest";
import { createApp, installApp, mintToken, type MadeApp } from "../../emulator/open-forge.ts";
import { openExposedBench, results, setVariable, type ExposedBench } from "./bench.ts";

const answers = {
  credentials: ["write-app"],
  packages: ["review"],
  contain: true,
  "write-app-available": "paste",
  since: "1d",
  "write-app-rotation": "later",
};

async function storeApp({ forge, cli }: ExposedBench) {
  const app = await createApp(forge);
  const installation = await installApp(forge, app, ["acme/control"]);
  await setVariable(forge, "CP_FORGE_WRITE_APP_ID", app.clientId);
  const where = ["--repo", "acme/control"];
  await cli(["secret", "set", "CP_FORGE_WRITE_APP_PRIVATE_KEY", ...where], app.pem);
  return { app, installation };
}

/** Creates a new key and deletes the old one, as a person does on the App's page. */
async function replaceKey({ forge }: ExposedBench, app: MadeApp): Promise<string> {
  const page = `/organizations/acme/settings/apps/${app.slug}`;
  const [, id] = /keys\/(\d+)\/delete/.exec((await forge.page(page)).text) ?? [];
  const pem = (await forge.page(`${page}/keys`, {})).text;
  await forge.page(`${page}/keys/${id}/delete`, {});
  return pem;
}

test("the deletion of a key is verified when the forge refuses the key", async () => {
  const bench = await openExposedBench();
  const { app } = await storeApp(bench);
  const links: string[] = [];
  const { record, error } = await bench.respond({
    answers: { ...answers, "write-app-uninstall": false },
    secrets: { "write-app-key": app.pem },
    onMoment: async ({ wait, update }) => {
      if (wait !== "write-app-deletion" || !update.link) return;
      links.push(update.link);
      await replaceKey(bench, app);
    },
  });
  expect(error).toBeUndefined();
  expect(links).toEqual([
    `${bench.forge.emulator.origin}/organizations/acme/settings/apps/${app.slug}`,
  ]);
  expect(results(record).slice(3)).toEqual([
    "alive write-app: done",
    "ended write-app: done",
    "search: done",
    "rotated write-app: failed",
  ]);
  const ended = record.entries.find(({ step }) => step === "ended write-app");
  expect(ended?.statement).toMatch(
    /^The exposed key is deleted and no longer accepted\. Tokens .* expire by/,
  );
  expect(ended?.evidence[1]).toMatch(/^SHA256:/);
  expect(JSON.stringify(record)).not.toContain(app.pem.slice(100, 130));
  expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("false");
  expect(await bench.variable("CP_TRIAGE_ENABLED")).toBe("true");
  expect(await bench.mode()).toBe("live");
});

test("with the key and an explicit yes, uninstalls the App and thereby revokes its tokens", async () => {
  const bench = await openExposedBench();
  const { app, installation } = await storeApp(bench);
  const token = (await mintToken(bench.forge, { app, installation })).json.token as string;
  const { record } = await bench.respond({
    answers: { ...answers, "write-app-uninstall": true },
    secrets: { "write-app-key": app.pem },
    onMoment: async ({ wait, update }) => {
      if (wait === "write-app-deletion" && update.link) await replaceKey(bench, app);
    },
  });
  expect(results(record)).toContain("uninstalled write-app: done");
  const read = await bench.forge.rest("GET", "/installation/repositories", { token });
  expect(read.status).toBe(401);
  const ended = record.entries.find(({ step }) => step === "ended write-app");
  expect(ended?.statement).toContain("Its tokens were revoked with the installation.");
});

test("a key that is refused from the start does not verify its deletion", async () => {
  const bench = await openExposedBench();
  const { app } = await storeApp(bench);
  await replaceKey(bench, app);
  const { record, asked } = await bench.respond({
    answers: { ...answers, "write-app-deleted": true },
    secrets: { "write-app-key": app.pem },
  });
  expect(results(record)).toContain("ended write-app: reported");
  expect(asked.map(({ id }) => id)).not.toContain("write-app-uninstall");
});

test("a key that is not deleted yet leaves the incident open", async () => {
  const bench = await openExposedBench();
  const { app } = await storeApp(bench);
  const { record } = await bench.respond({
    answers: { ...answers, "write-app-uninstall": false },
    secrets: { "write-app-key": app.pem },
    onMoment: async ({ wait, act }) => {
      if (wait === "write-app-deletion") await act("later");
    },
  });
  expect(record.state).toBe("open");
  expect(record.open[0]).toMatch(/^Revocation: Write App: The exposed key is not deleted yet/);
});

test("a leaked installation token expires; its key must still be deleted", async () => {
  const bench = await openExposedBench();
  const { app, installation } = await storeApp(bench);
  const token = (await mintToken(bench.forge, { app, installation })).json.token as string;
  const { record } = await bench.respond({
    answers: {
      ...answers,
      "write-app-available": "token",
      "write-app-revoke": true,
      "write-app-deleted": false,
    },
    secrets: { "write-app-token": token },
  });
  expect(results(record)).toContain("token-ended write-app: done");
  expect(results(record)).toContain("ended write-app: failed");
  const read = await bench.forge.rest("GET", "/installation/repositories", { token });
  expect(read.status).toBe(401);
});

test("without the key, names the page and a way to revoke its tokens; the deletion is reported by a person", async () => {
  const bench = await openExposedBench();
  const { app, installation } = await storeApp(bench);
  const bodies: string[] = [];
  const given = { ...answers, "write-app-available": "none", "write-app-deleted": true };
  const installed = await bench.respond({
    answers: given,
    onBody: (id, body) => void (id === "write-app-deleted" && bodies.push(...body)),
  });
  const settings = `${bench.forge.emulator.origin}/organizations/acme/settings`;
  expect(bodies).toEqual([
    "On the App's page:",
    `${settings}/apps/${app.slug}`,
    "1. If this is the only key, generate a new one first and keep its file.",
    "2. Press [ Delete ] next to the exposed key.",
    "An owner can suspend the App to invalidate its tokens immediately:",
    `${settings}/installations/${installation}`,
  ]);
  expect(results(installed.record)).toContain("ended write-app: reported");
});

test("for an App without installations, the operator is sent to the list of Apps", async () => {
  const bench = await openExposedBench();
  const links: string[] = [];
  await bench.respond({
    answers: { ...answers, "write-app-available": "none", "write-app-deleted": false },
    change: () => ({ openLink: async (link) => links.push(link) > 0 }),
  });
  expect(links).toEqual([`${bench.forge.emulator.origin}/organizations/acme/settings/apps`]);
});
