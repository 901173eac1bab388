import { hostname, networkInterfaces } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf } from "../../sample.ts";
import { others, type Bubblewrap } from "./bubblewraps.ts";
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

/** Returns an address of this machine that other machines on its network can reach. */
function hostAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.1.1";
}

interface Attack {
  readonly bubblewrap: Bubblewrap;
  readonly kind: "intercepted" | "tunnelled";
  readonly options: readonly string[];
}

async function attack({ bubblewrap, kind, options }: Attack) {
  const folders = lab.makeFolders();
  await bundleInside("adversary-wire", folders.work);
  const { trap, tls } = lab.origins;
  const words = [`${kind.charAt(0)}k`, String(trap), String(tls), kind, hostAddress(), hostname()];
  const env = {
    AGENT_PROVIDER_BASE_URL: "https://provider.test/v1",
    AGENT_PROVIDER_API_KEY: key,
  };
  const ran = await lab.run(["node", "adversary-wire.mjs", ...words], {
    folders,
    bubblewrap,
    options,
    env,
  });
  if (ran.code !== 0) throw new Error(`${ran.code}: ${ran.err}`);
  return JSON.parse(ran.out) as Attempted[];
}

/**
 * Returns attempts with a forbidden result, which is an origin's response or a received mark. Also
 * returns failed controls. Without capabilities, name questions receive no answer.
 */
function findSurprises(
  attempts: readonly Attempted[],
  bubblewrap: Bubblewrap,
): readonly Attempted[] {
  const hasNames = bubblewrap !== "without capabilities (simulated)";
  const arrived = lab.origins.rawBytes() + JSON.stringify(lab.origins.asked);
  return attempts.filter(({ family, text, mark, isControl }) => {
    const isAnswered = /origin of|raw!|connected/.test(text);
    // An ambiguously framed message may begin with a valid request; the sidecar answers it, and
    // protects its key.
    if (isControl && family === "name questions") return isAnswered !== hasNames;
    if (isControl) return !isAnswered;
    if (family === "framing") return arrived.includes(mark);
    if (family === "sidecar") return text.includes(key);
    return isAnswered || arrived.includes(mark);
  });
}

/** Returns requests that no rule allows, from any sender, and requests that contain the key. */
function findStrays(asked: readonly Asked[]): readonly string[] {
  const isStray = ({ host, url, headers }: Asked) => {
    const hasKey = JSON.stringify(headers).includes(key);
    if (host === "provider.test") return !url.startsWith("/v1/") || url.startsWith("/v1/v1");
    if (hasKey || !["a.test", "b.test", "raw.test"].includes(host)) return true;
    return host === "a.test" && !url.startsWith("/ok/");
  };
  return asked.filter(isStray).map(({ scheme, host, url }) => `${scheme}://${host}${url}`);
}

const cells = casesOf<Bubblewrap>({ usual: ["installed"], all: ["installed", ...others] });

describe.each(cells)("with bubblewrap: %s", (bubblewrap) => {
  test("no protocol inside bypasses the rules for complete URLs", async () => {
    const { trap } = lab.origins;
    const attempts = await attack({
      bubblewrap,
      kind: "intercepted",
      options: [
        "--ssl-bump",
        "--allow-urls",
        "https://a.test/ok/**,https://raw.test/ok/*",
        "--allow-domains",
        `b.test,${hostname()}:${trap},trap.localhost:${trap}`,
        "--block-domains",
        "x.b.test",
        "--enable-api-proxy",
      ],
    });
    expect(findSurprises(attempts, bubblewrap)).toEqual([]);
    expect(findStrays(lab.origins.asked)).toEqual([]);
    expect(lab.origins.trapped()).toBe(0);
    expect(attempts.length).toBeGreaterThan(500);
  });

  test("no protocol inside bypasses the rules for names only", async () => {
    const { trap } = lab.origins;
    const attempts = await attack({
      bubblewrap,
      kind: "tunnelled",
      options: [
        "--allow-domains",
        `https://a.test,b.test,${hostname()}:${trap}`,
        "--block-domains",
        "x.b.test",
      ],
    });
    expect(findSurprises(attempts, bubblewrap)).toEqual([]);
    expect(findStrays(lab.origins.asked)).toEqual([]);
    expect(lab.origins.trapped()).toBe(0);
    expect(attempts.length).toBeGreaterThan(180);
  });
});
