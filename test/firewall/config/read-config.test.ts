import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { configSchema } from "../../../src/firewall/config/config-schema.ts";
import { readConfig } from "../../../src/firewall/config/read-config.ts";
import { readSettings } from "../../../src/firewall/config/read-settings.ts";
import { runs } from "../../sample.ts";

/** Returns the faults of a configuration, each as `location text problem → suggestion`. */
function problemsOf(text: string): string[] {
  const { written, problems } = readConfig(text, "rules.yml");
  return [...problems, ...readSettings(written).problems].map(
    ({ id, text: what, problem, suggestion }) =>
      `${id} ${what} ${problem}${suggestion === undefined ? "" : ` → ${suggestion}`}`,
  );
}

const everything = `
# What the agents of acme may reach.
allow-domains: [example.com, "b.test"]
block-domains: evil.test,worse.test
ssl-bump: true
strict-urls: false
allow-urls:
  - https://c.test/a,b
log-level: debug
env-all: true
exclude-env: [TOKEN]
env: { DEBUG: 1, CI: true, A: "b=c" }
enable-api-proxy: true
proxy-logs-dir: /logs
mount: ["/data:/data:ro", cache:/cache]
container-workdir: /work
runtime: podman
image: node:20
upstream-proxy: http://proxy.test:3128
upstream-ca: ca.pem
resolve: ["c.test:443:10.0.0.1:8443", "[::1]:443:[2001:db8::1]"]
timeout: 90
rules:
  - url: https://d.test/repos/*
    methods: [GET, HEAD]
    reason: the agents only read
  - { url: https://e.test/**, methods: "POST" }
memory: 2G
pids: 500
disk: 0
`;

test("each option can be set, and each value has its position", () => {
  expect(problemsOf(everything)).toEqual([]);
  const { settings } = readSettings(readConfig(everything, "rules.yml").written);
  expect(settings).toMatchObject({
    allowDomains: [
      { id: "rules.yml:3:17", text: "example.com" },
      { id: "rules.yml:3:30", text: "b.test" },
    ],
    blockDomains: [
      { id: "rules.yml:4:16", text: "evil.test" },
      { id: "rules.yml:4:16", text: "worse.test" },
    ],
    allowUrls: [
      { id: "rules.yml:8:5", text: "https://c.test/a,b" },
      {
        id: "rules.yml:24:10",
        text: "https://d.test/repos/*",
        methods: ["GET", "HEAD"],
        note: "the agents only read",
      },
      { id: "rules.yml:27:12", text: "https://e.test/**", methods: ["POST"] },
    ],
    sslBump: true,
    strictUrls: false,
    logLevel: "debug",
    envAll: true,
    excludeEnv: ["TOKEN"],
    env: [
      { name: "DEBUG", value: "1" },
      { name: "CI", value: "true" },
      { name: "A", value: "b=c" },
    ],
    enableApiProxy: true,
    proxyLogsDir: "/logs",
    mounts: [
      { source: "/data", target: "/data", isReadOnly: true },
      { source: "cache", target: "/cache", isReadOnly: false },
    ],
    containerWorkdir: "/work",
    runtime: "podman",
    image: "node:20",
    upstreamCa: "ca.pem",
    resolve: [
      { host: "c.test", port: 443, address: "10.0.0.1", toPort: 8443 },
      { host: "[::1]", port: 443, address: "2001:db8::1", toPort: 443 },
    ],
    timeoutSeconds: 90,
    limits: { memory: 2 * 1024 ** 3, pids: 500, disk: 0 },
  });
  expect(settings.upstreamProxy?.host).toBe("proxy.test:3128");
});

test("JSON is also accepted, and its problems have positions", () => {
  expect(problemsOf('{ "$schema": "x", "allow-domains": ["a.test"] }')).toEqual([]);
  expect(problemsOf('{\n  "ssl_bump": true\n}')).toEqual([
    "rules.yml:2:3 ssl_bump is not a valid option in a rules file → ssl-bump",
  ]);
});

test("an empty file contains no settings, and is valid", () => {
  expect(readConfig("# later\n", "a.yml")).toEqual({ written: [], problems: [] });
});

test("all problems are reported at once, with line and column", () => {
  const text = `allow-domain: [a.test]
ssl-bump: yes
ssl-bump: true
allow-urls:
timeout: 5m
log-level: debugg
runtime: [docker]
env: [TOKEN-secret, "2A=secret"]
upstream-proxy: user:secret@proxy
resolve: a.test:443
mount: /a
rules:
  - urls: https://a.test/x
  - url: https://a.test/x
    method: GET
    methods: { a: b }
  - https://a.test/x
block-domains: *later
<<: { env-all: true }
`;
  expect(problemsOf(text.replace("*later", "[[a]]"))).toEqual([
    "rules.yml:3:1 ssl-bump: true occurs twice",
    "rules.yml:1:1 allow-domain is not a valid option in a rules file → allow-domains",
    "rules.yml:2:11 ssl-bump is not true or false → true",
    "rules.yml:4:12 allow-urls has no value",
    "rules.yml:7:10 runtime requires a text value",
    "rules.yml:13:5 urls is not a valid key in a rule → url",
    "rules.yml:13:5 urls: https://a.test/x requires a url",
    "rules.yml:15:5 method is not a valid key in a rule → methods",
    "rules.yml:16:14 methods is not a list of methods such as [GET, HEAD]",
    "rules.yml:17:5 https://a.test/x is not a rule with a url",
    "rules.yml:18:17 block-domains requires a text value",
    "rules.yml:19:1 << is not a valid option in a rules file",
    "rules.yml:8:7 … has an invalid name: use letters, digits and _, and do not begin with a digit",
    "rules.yml:8:21 2A=… has an invalid name: use letters, digits and _, and do not begin with a digit",
    "rules.yml:6:12 debugg is not one of error, warn, info, debug → debug",
    "rules.yml:11:8 /a is not in the form SRC:DST[:ro] → /a:/a",
    "rules.yml:9:17 … is not a proxy address such as http://HOST:PORT",
    "rules.yml:10:10 a.test:443 is not in the form HOST:PORT:ADDRESS[:PORT] (use brackets for an IPv6 address)",
    "rules.yml:5:10 5m is not a valid number of seconds → 300",
  ]);
});

describe("other YAML features are rejected", () => {
  test.each([
    [
      "a: &x [b]\nallow-domains: *x",
      "rules.yml:2:16 allow-domains is an alias; write the value itself",
    ],
    [
      "contact: &x ssl-bump\n*x : true",
      "rules.yml:2:1 *x : true is an alias; write the value itself",
    ],
    [
      "rules: [{ url: &x https://a.test/b, reason: *x }]",
      "rules.yml:1:45 reason is an alias; write the value itself",
    ],
    [
      "allow-domains: !js a",
      'rules.yml:1:16 !js a cannot be read: has a tag, "!js", which is not allowed in a rules file',
    ],
    [
      "- a",
      "rules.yml:1:1 the file is not a map of options such as `allow-domains: [example.com]`",
    ],
    ["*x", "rules.yml:1:1 the file is not a map of options such as `allow-domains: [example.com]`"],
    [
      "a: [",
      "rules.yml:1:5  cannot be read: unexpected end of the stream within a flow collection",
    ],
    [
      "ssl-bump: true\n---\nssl-bump: true",
      "rules.yml:2:1 --- cannot be read: is a second document; a rules file must be a single document",
    ],
  ])("%j", (text, problem) => {
    expect(problemsOf(text)).toContain(problem);
  });

  test("values that a YAML parser would convert to numbers remain strings", () => {
    const { settings } = readSettings(readConfig("allow-domains: [127.10, 0x7f]", "a").written);
    expect(settings.allowDomains.map(({ text }) => text)).toEqual(["127.10", "0x7f"]);
  });

  test("a tag that changes nothing and a list of many values are accepted", () => {
    const domains = Array.from({ length: 60_000 }, (_, at) => `- d${at}.test\n`).join("");
    const { written, problems } = readConfig(`!!map\nallow-domains: !!seq\n${domains}`, "a");
    expect(problems).toEqual([]);
    expect(written).toHaveLength(60_000);
  });

  test("a file that is nested too deeply is refused", () => {
    expect(problemsOf("[".repeat(200_000))[0]).toMatch(/cannot be read|nested too deeply/);
  });

  test("the reader does not throw for any text", () => {
    const piece = fc.constantFrom(
      ..."allow-domains|env|rules|url|methods|: |- |\n|  |[|]|{|}|,|*a|&a |!!str |<<|\"|'|null|true|5|? ||-|#|\t|%".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))), (pieces) => {
        expect(Array.isArray(problemsOf(pieces.join("")))).toBe(true);
      }),
      runs(3000),
    );
  });
});

describe("the schema", () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(configSchema());

  test("accepts every valid setting", () => {
    const document = {
      $schema: "firewall.schema.json",
      "allow-domains": ["a.test"],
      "block-domains": "b.test,c.test",
      "ssl-bump": true,
      env: { A: 1 },
      "log-level": "debug",
      timeout: 5,
      memory: "1.5GiB",
      pids: 500,
      disk: "unlimited",
      "log-bodies": "64K",
      rules: [{ url: "https://a.test/*", methods: ["GET"], reason: "reads" }],
    };
    expect(validate(document)).toBe(true);
    expect(problemsOf(JSON.stringify(document))).toEqual([]);
  });

  test.each([
    { "allow-domain": "a" },
    { "ssl-bump": "yes" },
    { timeout: 0 },
    { timeout: "5m" },
    { memory: "50%" },
    { pids: 1.5 },
    { disk: -1 },
    { "ssl-bump": true, "log-bodies": "64KB" },
    { "ssl-bump": true, "log-bodies": [1] },
    { "log-level": "loud" },
    { rules: [{ methods: ["GET"] }] },
    { rules: [{ url: "https://a.test/x", why: "x" }] },
    { "allow-domains": { a: 1 } },
  ])("refuses %j, as the reader does", (document) => {
    expect(validate(document)).toBe(false);
    expect(problemsOf(JSON.stringify(document))).not.toEqual([]);
  });
});
