import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const runtimes = ["bubblewrap", "podman"] as const;
const modes = [[], ["--ssl-bump"]] as const;
const cases = runtimes.flatMap((runtime) => modes.map((mode) => ({ runtime, mode }) as const));

describe.each(cases)("with $runtime and $mode", ({ runtime, mode }) => {
  test("the command reaches the services of this machine that rules name, and no others", async () => {
    const { http, tls, trap } = lab.origins;
    const rules = `127.0.0.1:${http},localhost:${http},localhost:${tls}`;
    const sites = [
      `http://127.0.0.1:${http}`,
      `http://localhost:${http}`,
      `https://localhost:${tls}`,
    ];
    const before = lab.origins.asked.length;
    // NO_PROXY names these hosts, so the first request is captured and the second uses the proxy.
    const ask = (url: string) => [
      `curl -sS -o /dev/null -w '%{http_code}\\n' CA ${url}/hello`,
      `curl -sS -o /dev/null -w '%{http_code}\\n' CA --noproxy '' ${url}/hello`,
    ];
    const ca = mode.length > 0 ? "" : "-k";
    const script = [
      ...sites.flatMap(ask),
      `curl -sS -m 5 http://127.0.0.1:${trap}/ || echo refused`,
      `curl -sS -m 5 --noproxy '' http://127.0.0.1:${trap}/`,
    ];
    const { out, log } = await lab.run(["sh", "-c", script.join("\n").replaceAll("CA", ca)], {
      runtime,
      options: [...mode, "--allow-domains", rules],
    });
    const [a, b, c, d, e, f, ...rest] = out.split("\n");
    expect([a, b, c, d, e, f]).toEqual(Array.from({ length: 6 }, () => "200"));
    expect(rest.join("\n")).toMatch(/^refused\nBlocked by policy: /);
    expect(lab.origins.trapped()).toBe(0);
    expect(lab.origins.asked.slice(before)).toHaveLength(6);
    expect(log.filter(({ allowed }) => !allowed)).toMatchObject([{ reason: "no-rule" }]);
  });
});
