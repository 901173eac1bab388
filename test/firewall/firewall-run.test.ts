import { expect, test } from "vitest";
import { createEnds } from "../../src/firewall/firewall-run.ts";

test("resources are closed in reverse order, and only once", async () => {
  const ended: string[] = [];
  const ends = createEnds();
  for (const name of ["log", "session", "proxy"]) ends.add(() => ended.push(name));
  await ends.all();
  await ends.all();
  expect(ended).toEqual(["proxy", "session", "log"]);
});

test("a resource that fails to close does not prevent other resources from closing, and is reported", async () => {
  const ended: string[] = [];
  const ends = createEnds();
  ends.add(() => ended.push("log"));
  ends.add(() => Promise.reject(new Error("the proxy did not close")));
  await expect(ends.all()).rejects.toThrow("the proxy did not close");
  expect(ended).toEqual(["log"]);
});
