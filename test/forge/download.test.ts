import { expect, test } from "vitest";
import { download } from "../../src/forge/download.ts";
import { openServer } from "./forge-bench.ts";

const options = () => ({ mostBytes: 10, signal: new AbortController().signal });

test("a file is downloaded as bytes, also after a redirect", async () => {
  const bytes = Buffer.from([0, 255, 10]);
  const { origin, heard } = await openServer(({ path }, response) => {
    if (path === "/old") response.writeHead(302, { location: "/new" }).end();
    else response.end(bytes);
  });
  const found = await download(`${origin}/old`, options());
  expect(found.kind === "file" && Buffer.from(found.bytes)).toEqual(bytes);
  for (const { headers } of heard) expect(headers).not.toHaveProperty("authorization");
});

test.each([404, 503])("the status %d is reported", async (status) => {
  const { origin } = await openServer((_, response) => void response.writeHead(status).end("no"));
  expect(await download(`${origin}/it`, options())).toEqual({ kind: "refused", status });
});

test("a file that is too large is not downloaded completely", async () => {
  const { origin } = await openServer((_, response) => void response.end("x".repeat(11)));
  const found = await download(`${origin}/it`, options());
  expect(found).toMatchObject({ kind: "unreachable", reason: expect.stringContaining("larger") });
});

test("a server that cannot be reached is reported with the reason", async () => {
  const { origin, server } = await openServer((_, response) => void response.end());
  await new Promise((closed) => server.close(closed));
  server.listen(0, "127.0.0.1");
  const found = await download(origin, options());
  expect(found).toMatchObject({
    kind: "unreachable",
    reason: expect.stringContaining("ECONNREFUSED"),
  });
});

test("a stopped download rejects with the reason of the stop", async () => {
  const stop = new AbortController();
  const { origin } = await openServer(() => stop.abort(new Error("stopped")));
  await expect(download(origin, { ...options(), signal: stop.signal })).rejects.toThrow("stopped");
});
