import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";
import { heavy, isServed, light, rest, runClients, type ClientResults } from "./run-clients.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const rules = [
  "--allow-urls",
  "https://a.test/ok/**,https://a.test/echo.Echo/*",
  "--allow-domains",
  "b.test",
];
const allowed = { name: "allowed", host: "a.test", below: "/ok" } as const;
const path = { name: "a path that no pattern has", host: "a.test", below: "/secret" } as const;
const host = { name: "a host that no rule names", host: "other.test", below: "/ok" } as const;
const all = [...light, ...heavy, ...rest];

function served({ text }: ClientResults, wanted: string): string[] {
  return Object.entries(text).flatMap(([name, one]) =>
    name.endsWith(`: ${wanted}`) && isServed(name, one.text) ? [name.split(": ")[0] ?? ""] : [],
  );
}

/** Returns the requests to origins that no rule allows. */
function strays(): string[] {
  return lab.origins.asked
    .filter(({ host: name, url }) => name.startsWith("other.test") || /secret|Hidden/.test(url))
    .map(({ host: name, url }) => `${name}${url}`);
}

describe.each(["root", "nobody"] as const)("as %s, with bubblewrap", (as) => {
  test("every client gets the URLs that the patterns allow, and nothing else", async () => {
    const clients = as === "root" ? all : [...light, "git", "grpc"];
    const results = await runClients(
      lab,
      [
        { ...allowed, way: "proxy", clients: [...clients, "curl --pinnedpubkey"] },
        ...(as === "root" ? [{ ...allowed, way: "proxy", clients: ["java"] } as const] : []),
        { ...path, way: "proxy", clients },
        { ...host, way: "proxy", clients: light },
      ],
      { as, options: ["--ssl-bump", ...rules] },
    );
    const javas = Object.keys(results.text).filter((name) => /^java.*: allowed$/.test(name));
    const expected = [...clients, ...javas.map((name) => name.split(": ")[0] ?? "")];
    expect(served(results, "allowed").toSorted()).toEqual(expected.toSorted());
    expect(results.text["curl --pinnedpubkey: allowed"]).toMatchObject({ code: 90 });
    expect(served(results, path.name)).toEqual([]);
    expect(served(results, host.name)).toEqual([]);
    expect(strays()).toEqual([]);
    const spoken = new Set(results.log.map(({ protocol }) => protocol));
    expect([...spoken]).toEqual(expect.arrayContaining(["http/1.1", "h2"]));
    expect(results.log.map(({ url }) => url)).toContain("https://a.test/ok/hello");
  });
});

test("a client without proxy support is intercepted, and limited to the same patterns", async () => {
  const results = await runClients(
    lab,
    [
      { ...allowed, way: "caught", clients: [...all, "nghttp", "java"] },
      { ...path, way: "caught", clients: ["curl", "nghttp", "wss"] },
      { ...host, way: "caught", clients: [...light, "nghttp", "grpc"] },
    ],
    { options: ["--ssl-bump", ...rules] },
  );
  const missing = Object.entries(results.text).filter(
    ([name, { text }]) => name.endsWith(": allowed") && !isServed(name, text),
  );
  expect(missing).toEqual([]);
  expect(served(results, path.name)).toEqual([]);
  expect(served(results, host.name)).toEqual([]);
  expect(strays()).toEqual([]);
  expect(results.log.map(({ way }) => way)).toContain("caught");
});

test("without interception a host is allowed completely, its certificate is its own, and pinning works", async () => {
  const { ca } = lab.origins.certificates;
  const results = await runClients(
    lab,
    [
      { ...allowed, way: "proxy", clients: [...light, ...heavy, "curl --pinnedpubkey"] },
      { ...allowed, name: "caught", way: "caught", clients: ["curl", "node https", "nghttp"] },
      { ...host, way: "proxy", clients: [...light, "grpc", "git"] },
      { ...host, name: "caught elsewhere", way: "caught", clients: [...light, "nghttp"] },
    ],
    {
      options: [
        "--allow-domains",
        "a.test",
        "--mount",
        `${ca}:${bundle}:ro`,
        ...trustNames.flatMap((name) => ["--env", `${name}=${bundle}`]),
      ],
    },
  );
  const expected = [...light, ...heavy, "curl --pinnedpubkey"];
  expect(served(results, "allowed").toSorted()).toEqual(expected.toSorted());
  expect(served(results, "caught")).toEqual(["curl", "node https", "nghttp"]);
  expect(served(results, host.name)).toEqual([]);
  expect(served(results, "caught elsewhere")).toEqual([]);
  expect(strays()).toEqual([]);
  expect(results.log.every(({ url }) => url === undefined)).toBe(true);
});

const bundle = "/etc/ssl/certs/ca-certificates.crt";
const trustNames = [
  "SSL_CERT_FILE",
  "CURL_CA_BUNDLE",
  "REQUESTS_CA_BUNDLE",
  "PIP_CERT",
  "GIT_SSL_CAINFO",
  "NODE_EXTRA_CA_CERTS",
  "NPM_CONFIG_CAFILE",
  "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
];

test("with podman, clients are limited in the same way", async () => {
  const clients = ["curl --http2", "wget", "git", "node fetch", "grpc"];
  const results = await runClients(
    lab,
    [
      { ...allowed, way: "proxy", clients },
      { ...allowed, name: "caught", way: "caught", clients: ["curl", "nghttp"] },
      { ...path, way: "proxy", clients },
      { ...host, way: "caught", clients: ["curl", "wget"] },
    ],
    { runtime: "podman", options: ["--ssl-bump", ...rules] },
  );
  expect(served(results, "allowed").toSorted()).toEqual(clients.toSorted());
  expect(served(results, "caught")).toEqual(["curl", "nghttp"]);
  expect(served(results, path.name)).toEqual([]);
  expect(served(results, host.name)).toEqual([]);
  expect(strays()).toEqual([]);
});
