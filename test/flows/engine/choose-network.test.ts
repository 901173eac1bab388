import { expect, test } from "vitest";
import { openEngineBench, least, plain } from "./engine-bench.ts";
import { closer, openFirewallBench } from "../firewall/firewall-bench.ts";

const urls = ["https://docs.example.com/api/**"];
const withUrls = { ...least, "network-urls": urls };

test("a first URL pattern is accepted only after the limits of interception were read", async () => {
  const bench = openEngineBench({ file: plain });
  const { error } = await bench.configure({ ...withUrls, "interception-terms": false });
  expect(error?.message).toContain("interception-terms");
  expect(bench.saved).toEqual([]);
  const { asked } = await bench.configure({ ...withUrls, "interception-terms": true });
  expect(asked.filter((id) => id === "interception-terms")).toHaveLength(1);
  expect(asked.indexOf("interception-terms")).toBe(asked.indexOf("network-urls") + 1);
  expect(bench.file()).toContain(urls[0]);
});

test("the limits are the same as before a rules file is written", async () => {
  const engine = await openEngineBench({ file: plain }).configure({
    ...withUrls,
    "interception-terms": true,
  });
  const firewall = await openFirewallBench().setUp(closer);
  const { facts, title, weight } = engine.questions["interception-terms"] ?? {};
  expect(facts?.length).toBeGreaterThan(0);
  expect(firewall.questions["interception-terms"]).toMatchObject({ facts, title, weight });
});

test("a definition that already has URL patterns, or none, is not asked again", async () => {
  const before = plain.replace("[a.example]", "[a.example]\n  urls: [https://a.example/*]");
  const { asked, error } = await openEngineBench({ file: before }).configure(withUrls);
  expect(error).toBeUndefined();
  expect(asked).not.toContain("interception-terms");
  expect((await openEngineBench({ file: plain }).configure(least)).asked).not.toContain(
    "interception-terms",
  );
});
