import { describe, expect, test } from "vitest";
import { openBench, type FlowBench, type SetUpOptions } from "./bench.ts";
import { Back } from "../../../src/prompts/prompter.ts";

const slug = "by-hand";
const settings = `/organizations/acme/settings/apps/${slug}`;
const open = { public: "true" };
const hook = { webhook_active: "true", webhook_url: "https://hooks.example/secret-path" };

/** Creates the read App by hand with these changes in the form. */
async function openWith(form: Readonly<Record<string, string>>) {
  const bench = await openBench();
  await bench.makeByHand("read", "By hand");
  if (form["public"]) await bench.press(`${settings}/visibility`, form);
  if (form["webhook_url"]) await bench.press(`${settings}/webhook`, form);
  return { bench, answers: await byHand(bench) };
}

async function byHand(bench: FlowBench): Promise<Record<string, unknown>> {
  const made = (await bench.apps()).find((app) => app.slug === slug);
  return {
    "read-app-how": "by-hand",
    "read-by-hand": true,
    "read-client-id": made?.clientId,
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": await bench.saveKey(slug),
  };
}

const faults: Record<string, { form: Record<string, string>; says: string; page: string }> = {
  "is public": {
    form: open,
    says: "it is public: anyone can install it",
    page: `${settings}/advanced`,
  },
  "has a webhook": {
    form: hook,
    says: "it has a webhook URL at hooks.example",
    page: settings,
  },
};

describe.each(Object.entries(faults))("an App made by hand that %s", (_, { form, says, page }) => {
  test("is rejected, and the page that fixes it is named", async () => {
    const { bench, answers } = await openWith(form);
    const { error, text } = await bench.setUp({ answers });
    expect(error?.message).toBe("The App differs from the plan. Nothing was stored.");
    expect(text).toContain(says);
    expect(text).toContain(`${bench.emulator.origin}${page}\n`);
    expect(text).not.toContain("secret-path");
    expect(await bench.stored()).toEqual({});
  });

  test("is accepted after it is fixed", async () => {
    const { bench, answers } = await openWith(form);
    const fix: SetUpOptions["change"] = (deps) => ({
      appClient: (...args) => {
        const client = deps.appClient(...args);
        // The second check follows the operator's confirmation.
        return {
          ...client,
          app: async () => {
            if (isReported) {
              await bench.press(`${settings}/visibility`, { public: "false" });
              await bench.press(`${settings}/webhook`, { webhook_url: "" });
            }
            return client.app();
          },
        };
      },
    });
    let isReported = false;
    const { outcome } = await bench.setUp({
      answers: { ...answers, "failure:read-differences": "check-again" },
      onFailure: () => void (isReported = true),
      change: fix,
    });
    expect(outcome?.apps[0]).toMatchObject({ slug, installation: "proved" });
  });
});

test("Back at a problem does not skip it", async () => {
  const { bench, answers } = await openWith(open);
  let backs = 0;
  const { error } = await bench.setUp({
    answers,
    onFailure: ({ id }) => {
      if (id === "read-differences" && backs++ === 0) throw new Back();
    },
  });
  expect(backs).toBeGreaterThan(1);
  expect(error?.message).toBe("The App differs from the plan. Nothing was stored.");
});

test("the URL in an App from our own manifest does not count as a webhook", async () => {
  const bench = await openBench();
  await bench.setUp();
  await bench.send("DELETE", "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY");
  const { outcome } = await bench.setUp({
    answers: {
      "failure:read-incomplete": "new-key",
      "read-new-key": true,
      "read-key-from": "file",
      "read-key-file": await bench.saveKey("gatehouse-acme-control-read"),
    },
  });
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("if the forge hides an App from other users, the operator checks it", async () => {
  const { bench, answers } = await openWith({});
  const { outcome, text } = await bench.setUp({
    answers,
    change: () => ({ visibilityOf: () => Promise.resolve("unverified") }),
  });
  expect(text).toContain("Could not check whether the Read App is public.");
  expect(text).toContain(`${settings}/advanced`);
  expect(outcome?.apps[0]?.installation).toBe("proved");
});

test("an App that this run created from our manifest needs no such check", async () => {
  const bench = await openBench();
  await bench.setUp();
  const checks = bench.emulator.requests().filter(({ path }) => path.includes("/hook/config"));
  expect(checks).toEqual([]);
});
