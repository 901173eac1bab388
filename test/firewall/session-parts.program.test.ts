import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSettings } from "../../src/firewall/config/read-settings.ts";
import { createEnds } from "../../src/firewall/firewall-run.ts";
import { UnreadableFile, makeSessionParts } from "../../src/firewall/session-parts.ts";
import { makeSessionCa } from "../../src/firewall/certificates/session-ca.ts";
import { findCaller } from "../../src/firewall/sandbox/caller.ts";
import { PlantedLink } from "../../src/firewall/sandbox/require-trusted.ts";
import { compilePolicy } from "../../src/firewall/rules/compile-policy.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { WrittenOption } from "../../src/firewall/config/option-table.ts";
import { makeFolder } from "../temporary-folder.ts";

function makeHuge(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, 2 ** 40);
}

type Written = Pick<WrittenOption, "name" | "value">;

async function open(folder: string, written: readonly Written[], env: NodeJS.ProcessEnv = {}) {
  const { settings } = readSettings(written.map((one) => ({ ...one, id: `--${one.name}` })));
  const { policy } = await compilePolicy(settings);
  if (!policy) throw new Error("no policy");
  const ends = createEnds();
  onTestFinished(() => ends.all());
  const run = {
    settings,
    policy,
    command: ["true"],
    env,
    folder,
    kept: [],
    now: new Date(),
    onMessage: () => undefined,
  };
  const logs: Written = { name: "proxy-logs-dir", value: "logs" };
  if (!written.some(({ name }) => name === "proxy-logs-dir"))
    return open(folder, [...written, logs], env);
  return {
    ends,
    parts: await makeSessionParts(run, ends, { writable: [folder], caller: findCaller(env) }),
  };
}

test("option paths are resolved from the start directory, and log and root certificates are read-only", async () => {
  const folder = makeFolder("parts");
  const root = makeSessionCa(new Date(), "aB3dE9").certificate;
  writeFileSync(join(folder, "root.pem"), root);
  const { parts } = await open(folder, [{ name: "upstream-ca", value: "root.pem" }]);
  expect(parts.roots).toEqual([root]);
  expect(parts.log.folder).toBe(join(folder, "logs"));
  expect(parts.kept).toEqual([
    join(folder, "logs"),
    join(folder, "logs/access.log"),
    join(folder, "logs/decisions.jsonl"),
    join(folder, "logs/bodies.jsonl"),
    join(folder, "root.pem"),
  ]);
});

test("a session without interception has no CA, and leaves no files behind", async () => {
  const { parts, ends } = await open(makeFolder("parts"), []);
  expect(parts.trust).toBeUndefined();
  expect(parts.provider).toBeUndefined();
  expect(existsSync(parts.session.keyPath)).toBe(false);
  await ends.all();
  expect(existsSync(parts.session.path)).toBe(false);
});

test("a session with interception has a key file, which is deleted with the session", async () => {
  const { parts, ends } = await open(makeFolder("parts"), [{ name: "ssl-bump", value: true }]);
  expect(readFileSync(parts.session.keyPath, "utf8")).toContain("PRIVATE KEY");
  await ends.all();
  expect(existsSync(parts.session.path)).toBe(false);
});

test.each(["none.pem", "empty.pem"])(
  "root certificates in %s cannot be used: the run exits with 125 and a message",
  async (value) => {
    const folder = makeFolder("parts");
    writeFileSync(join(folder, "empty.pem"), "nothing\n");
    const opening = open(folder, [{ name: "upstream-ca", value }]);
    await expect(opening).rejects.toThrow(UnreadableFile);
    await expect(opening).rejects.toMatchObject({ exitCode: 125 });
  },
);

test("a sidecar reads its credential from the environment; without a credential, the session fails", async () => {
  const wants: Written[] = [{ name: "enable-api-proxy", value: true }];
  await expect(open(makeFolder("parts"), wants)).rejects.toThrow(InvalidInput);
  const env = { AGENT_PROVIDER_BASE_URL: "https://a.test", AGENT_PROVIDER_API_KEY: "k1" };
  const { parts } = await open(makeFolder("parts"), wants, env);
  expect(parts.provider?.variables["AGENT_PROVIDER_BASE_URL"]).toBe(
    `http://127.0.0.1:${parts.locations.providerPort}`,
  );
});

test.each(["logs", "logs/sub", "logs/new/er"])(
  "a proxy log directory %s behind a planted link is refused, and nothing is created there",
  async (value) => {
    const [folder, outside] = [makeFolder("parts"), makeFolder("outside")];
    mkdirSync(join(outside, "sub"));
    symlinkSync(outside, join(folder, "logs"));
    const opening = open(folder, [{ name: "proxy-logs-dir", value }]);
    await expect(opening).rejects.toThrow(`${join(folder, "logs")} is a symbolic link`);
    expect(readdirSync(outside, { recursive: true })).toEqual(["sub"]);
  },
);

test.each(["", "new", "new/er"])(
  "a log directory behind a link that no command can change is used (%s)",
  async (name) => {
    const [links, outside] = [makeFolder("links"), makeFolder("outside")];
    symlinkSync(outside, join(links, "logs"));
    const value = join(links, "logs", name);
    const { parts } = await open(makeFolder("parts"), [{ name: "proxy-logs-dir", value }]);
    expect(parts.log.problem).toBeUndefined();
    expect(parts.log.folder).toBe(join(outside, name));
  },
);

test("root certificates behind a planted link are refused", async () => {
  const folder = makeFolder("parts");
  const root = join(makeFolder("outside"), "root.pem");
  writeFileSync(root, makeSessionCa(new Date(), "aB3dE9").certificate);
  symlinkSync(root, join(folder, "root.pem"));
  const opening = open(folder, [{ name: "upstream-ca", value: "root.pem" }]);
  await expect(opening).rejects.toThrow(PlantedLink);
});

test("root certificates in NODE_EXTRA_CA_CERTS are read-only for the command", async () => {
  const folder = makeFolder("parts");
  const root = join(folder, "root.pem");
  const env = { NODE_EXTRA_CA_CERTS: "root.pem" };
  await expect(open(folder, [], env)).rejects.toThrow("A command could create this file.");
  writeFileSync(root, makeSessionCa(new Date(), "aB3dE9").certificate);
  expect((await open(folder, [], env)).parts.kept).toContain(root);
});

test("the proxy trusts the roots of --upstream-ca and of NODE_EXTRA_CA_CERTS", async () => {
  const folder = makeFolder("pool");
  const [given, extra] = [join(folder, "given.pem"), join(folder, "extra.pem")];
  const roots = [given, extra].map((file) => {
    const root = makeSessionCa(new Date(), "aB3dE9").certificate;
    writeFileSync(file, root);
    return root;
  });
  const env = { NODE_EXTRA_CA_CERTS: extra };
  const { parts } = await open(makeFolder("parts"), [{ name: "upstream-ca", value: given }], env);
  expect(parts.roots).toEqual(roots);
});

test("with interception, the command trusts the roots in NODE_EXTRA_CA_CERTS, too", async () => {
  const file = join(makeFolder("pool"), "root.pem");
  const root = makeSessionCa(new Date(), "aB3dE9").certificate;
  const bump: Written[] = [{ name: "ssl-bump", value: true }];
  const openTrust = async () => {
    const { parts } = await open(makeFolder("parts"), bump, { NODE_EXTRA_CA_CERTS: file });
    const bundle = join(
      parts.session.path,
      "trust/share/ca-certificates/gatehouse-session-bundle.pem",
    );
    return { text: readFileSync(bundle, "utf8"), variables: parts.trust?.variables };
  };
  const without = await openTrust();
  expect(without.text).not.toContain(root.trim());
  writeFileSync(file, root);
  const { text, variables } = await openTrust();
  expect(text).toContain(root.trim());
  expect(variables?.["NODE_EXTRA_CA_CERTS"]).toBe(variables?.["SSL_CERT_FILE"]);
  expect(without.variables?.["NODE_EXTRA_CA_CERTS"]).not.toBe(variables?.["SSL_CERT_FILE"]);
});

test("missing root certificates behind the operator's link are refused if a command could create them", async () => {
  const folder = makeFolder("parts");
  const link = join(makeFolder("home"), "proj");
  symlinkSync(folder, link);
  const env = { NODE_EXTRA_CA_CERTS: join(link, "root.pem") };
  await expect(open(folder, [], env)).rejects.toThrow("A command could create this file.");
});

test.each([
  ["a pipe without a writer", (path: string) => void execFileSync("mkfifo", [path])],
  ["a huge file", makeHuge],
])("root certificates in %s are refused immediately", async (_, plant) => {
  const folder = makeFolder("parts");
  plant(join(folder, "root.pem"));
  const opening = open(folder, [{ name: "upstream-ca", value: "root.pem" }]);
  await expect(opening).rejects.toThrow(UnreadableFile);
});

test("root certificates are not read from a device", async () => {
  const opening = open(makeFolder("parts"), [{ name: "upstream-ca", value: "/dev/zero" }]);
  await expect(opening).rejects.toThrow("not a regular file");
});
