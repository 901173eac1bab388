import { networkInterfaces } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleInside } from "./bundle-inside.ts";
import type { Attempted } from "./inside/adversary/attempt.ts";
import { openLab, type Lab } from "./lab.ts";
import type { Asked } from "./origins/asked.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const key = "the-key-of-the-provider-0123456789";

/** An address of this machine at which its neighbours reach it. */
function hostAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.1.1";
}

async function attack(kind: "intercepted" | "tunnelled", options: readonly string[]) {
  const folders = lab.makeFolders();
  await bundleInside("adversary-wire", folders.work);
  const { trap, tls } = lab.origins;
  const words = [`${kind.charAt(0)}k`, String(trap), String(tls), hostAddress(), kind];
  const env = {
    AGENT_PROVIDER_BASE_URL: "https://provider.test/v1",
    AGENT_PROVIDER_API_KEY: key,
  };
  const ran = await lab.run(["node", "adversary-wire.mjs", ...words], { folders, options, env });
  if (ran.code !== 0) throw new Error(`${ran.code}: ${ran.err}`);
  return JSON.parse(ran.out) as Attempted[];
}

/** What somebody got that nobody may get, an answer of an origin or a mark that came to one; and controls that failed. */
function findSurprises(attempts: readonly Attempted[]): readonly Attempted[] {
  const arrived = lab.origins.rawBytes() + JSON.stringify(lab.origins.asked);
  return attempts.filter(({ family, said, mark, isControl }) => {
    const isAnswered = /origin of|raw!|connected/.test(said);
    // What is framed in two ways may begin with a good request; the sidecar answers, and hides its key.
    if (isControl) return !isAnswered;
    if (family === "framing") return arrived.includes(mark);
    if (family === "sidecar") return said.includes(key);
    return isAnswered || arrived.includes(mark);
  });
}

/** Requests that no rule has, whoever sent them, and whatever the key was sent to. */
function findStrays(asked: readonly Asked[]): readonly string[] {
  const isStray = ({ host, url, headers }: Asked) => {
    const hasKey = JSON.stringify(headers).includes(key);
    if (host === "provider.test") return !url.startsWith("/v1/") || url.startsWith("/v1/v1");
    if (hasKey || !["a.test", "b.test", "raw.test"].includes(host)) return true;
    return host === "a.test" && !url.startsWith("/ok/");
  };
  return asked.filter(isStray).map(({ scheme, host, url }) => `${scheme}://${host}${url}`);
}

test("nothing that is spoken inside gets past the rules while they see whole URLs", async () => {
  const { trap } = lab.origins;
  const attempts = await attack("intercepted", [
    "--ssl-bump",
    "--allow-urls",
    "https://a.test/ok/**,https://raw.test/ok/*",
    "--allow-domains",
    `b.test,localhost:${trap},trap.localhost:${trap}`,
    "--block-domains",
    "x.b.test",
    "--enable-api-proxy",
  ]);
  expect(findSurprises(attempts)).toEqual([]);
  expect(findStrays(lab.origins.asked)).toEqual([]);
  expect(lab.origins.trapped()).toBe(0);
  expect(attempts.length).toBeGreaterThan(500);
});

test("nothing that is spoken inside gets past the rules while they see names alone", async () => {
  const { trap } = lab.origins;
  const attempts = await attack("tunnelled", [
    "--allow-domains",
    `https://a.test,b.test,localhost:${trap}`,
    "--block-domains",
    "x.b.test",
  ]);
  expect(findSurprises(attempts)).toEqual([]);
  expect(findStrays(lab.origins.asked)).toEqual([]);
  expect(lab.origins.trapped()).toBe(0);
  expect(attempts.length).toBeGreaterThan(180);
});
