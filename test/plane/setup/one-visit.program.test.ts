import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { call } from "../../call.ts";
import { openLoopback } from "./loopback-bench.ts";

test("a link that other users may read opens the page only once", async () => {
  const { registration, state, origin } = await openLoopback();
  const [one, other] = [registration.linkForOneVisit(), registration.linkForOneVisit()];
  expect(one).not.toBe(other);
  for (const link of [other, one]) {
    expect(new URL(link).pathname).toMatch(/^\/once\/[\w-]{12}$/);
    const { status, headers, text } = await call(link);
    expect([status, text.includes(state)]).toEqual([303, false]);
    expect(origin + String(headers.location)).toBe(registration.link);
    expect(headers).toMatchObject({ "cache-control": "no-store" });

    const again = await call(link);
    expect([again.status, again.headers.location]).toEqual([410, undefined]);
    expect(again.text).toContain("Press o in the terminal");
  }
  // The page itself can be requested again, because an operator who has to sign in first returns to
  // it.
  await call(registration.link);
  expect((await call(registration.link)).status).toBe(200);
});

test("requests from other sites and with invented addresses do not open the page", async () => {
  const { registration, origin } = await openLoopback();
  const link = registration.linkForOneVisit();
  for (const [address, headers] of [
    [link, { "sec-fetch-site": "cross-site" }],
    [`${link}?x=1`, {}],
    [`${origin}/once/`, {}],
    [`${origin}/once/AAAAAAAAAAAA`, {}],
  ] as const) {
    const { status, headers: answered } = await call(address, { headers });
    expect([status >= 400, answered.location]).toEqual([true, undefined]);
  }
  expect((await call(link)).status).toBe(303);
});

test("a client that disconnects before the response does not use up the link", async () => {
  const { registration, port, origin } = await openLoopback();
  const link = registration.linkForOneVisit();
  const [host, path] = [new URL(origin).host, new URL(link).pathname];
  // The client disconnects before it reads any of the response.
  const asked = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const leave = `require("net").connect(${port}, "127.0.0.1").write(process.argv[1], () => process.exit())`;
  expect(spawnSync(process.execPath, ["-e", leave, asked]).status).toBe(0);
  expect((await call(link)).status).toBe(303);
});
