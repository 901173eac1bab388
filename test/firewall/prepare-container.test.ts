import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readSettings } from "../../src/firewall/config/read-settings.ts";
import type { WrittenOption } from "../../src/firewall/config/option-table.ts";
import { chooseFolders } from "../../src/firewall/choose-folders.ts";
import { prepareContainer } from "../../src/firewall/prepare-container.ts";
import type { ContainerNeeds } from "../../src/firewall/prepare-container.ts";
import { readProvider } from "../../src/firewall/provider.ts";
import { createFileAccess } from "../../src/firewall/sandbox/file-access.ts";
import { ChangedMount } from "../../src/firewall/sandbox/expected-mounts.ts";
import { isWithin } from "../../src/shared/is-within.ts";
import { makeFolder } from "../temporary-folder.ts";

const caller = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona", cameBySudo: false };
const credentials = {
  AGENT_PROVIDER_BASE_URL: "https://api.example.com/v1",
  AGENT_PROVIDER_API_KEY: "sk-real-agent",
};

function keepFile(name: string, text: string | Buffer): string {
  const path = join(makeFolder("session"), name);
  writeFileSync(path, text);
  return path;
}

function prepare(
  written: readonly Pick<WrittenOption, "name" | "value">[],
  { folder = makeFolder("work"), ...more }: Partial<ContainerNeeds> & { folder?: string } = {},
) {
  const { settings } = readSettings(written.map((one) => ({ ...one, id: `--${one.name}` })));
  return prepareContainer({
    settings,
    command: ["true"],
    caller,
    env: { PATH: "/usr/bin", HOME: "/home/mona", FORGE_TOKEN: "t0", SUDO_USER: "mona" },
    folders: chooseFolders({ settings, caller, folder }),
    origin: folder,
    session: { keepFile },
    sockets: [],
    socketFiles: [],
    locations: { proxyPort: 3128, caughtPorts: [80, 443] },
    trust: undefined,
    provider: undefined,
    kept: [],
    unreadable: [],
    ...more,
  });
}

describe("the command's environment", () => {
  test("contains TMPDIR only if the command can write there", () => {
    const folder = makeFolder("work");
    mkdirSync(join(folder, "scratch"));
    const pass = (path: string) => {
      const env = { PATH: "/usr/bin", TMPDIR: path };
      const { environment } = prepare([{ name: "env-all", value: true }], { folder, env });
      return environment["TMPDIR"];
    };
    expect(pass(join(folder, "scratch"))).toBe(join(folder, "scratch"));
    expect(pass("/tmp")).toBe("/tmp");
    const access = createFileAccess([{ path: folder, access: "read-only", isFolder: true }], "");
    const env = { PATH: "/usr/bin", TMPDIR: join(folder, "scratch") };
    const all = [{ name: "env-all", value: true }] as const;
    expect(prepare(all, { folder, env, access }).environment).not.toHaveProperty("TMPDIR");
    for (const path of [join(folder, "missing"), "/tmp/scratch", "/usr/share", "scratch"])
      expect(pass(path)).toBe(undefined);
  });

  test("contains the variables of the engine, unless the caller sets them", () => {
    const engine = { name: "engine", value: "claude" } as const;
    const off = "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC";
    expect(prepare([engine]).environment).toMatchObject({ [off]: "1", DISABLE_AUTOUPDATER: "1" });
    const own = prepare([engine, { name: "env", value: `${off}=0` }]).environment;
    expect(own).toMatchObject({ [off]: "0", DISABLE_AUTOUPDATER: "1" });
    const env = { PATH: "/usr/bin", [off]: "2" };
    expect(prepare([engine, { name: "env-all", value: true }], { env }).environment).toMatchObject({
      [off]: "2",
    });
  });

  test("contains the engine's placeholder even if --env names its key", () => {
    const env = { PATH: "/usr/bin", ANTHROPIC_API_KEY: "sk-real-claude", COPY: "sk-real-claude" };
    const written = [
      { name: "engine", value: "claude" },
      { name: "env", value: "ANTHROPIC_API_KEY" },
      { name: "env-all", value: true },
    ] as const;
    const { environment } = prepare(written, { env, provider: readProvider(env, 3129, "claude") });
    expect(environment).toMatchObject({
      ANTHROPIC_BASE_URL: "http://127.0.0.1:3129",
      ANTHROPIC_API_KEY: "kept-outside-by-gatehouse",
    });
    expect(JSON.stringify(environment)).not.toContain("sk-real-claude");
  });

  test("contains the proxy and the working directory, but no token of the caller", () => {
    const folder = makeFolder("work");
    const { environment } = prepare([], { folder });
    expect(environment).toMatchObject({
      PWD: folder,
      HOME: "/home/mona",
      https_proxy: "http://127.0.0.1:3128",
    });
    expect(environment).not.toHaveProperty("FORGE_TOKEN");
  });

  test("never contains an excluded variable, whichever option sets it, or sudo's variables", () => {
    const { environment } = prepare([
      { name: "env-all", value: true },
      { name: "exclude-env", value: "FORGE_TOKEN" },
      { name: "env", value: "FORGE_TOKEN=given" },
      { name: "env", value: "EXTRA=1" },
    ]);
    expect(environment).not.toHaveProperty("FORGE_TOKEN");
    expect(environment).not.toHaveProperty("SUDO_USER");
    expect(environment["EXTRA"]).toBe("1");
  });

  test("contains the outside value of a name without a value, but never sudo's or an unset one", () => {
    const { environment } = prepare(
      ["FORGE_TOKEN", "SUDO_USER", "UNSET"].map((value) => ({ name: "env", value }) as const),
    );
    expect(environment).toHaveProperty("FORGE_TOKEN", "t0");
    expect(environment).not.toHaveProperty("SUDO_USER");
    expect(environment).not.toHaveProperty("UNSET");
  });

  test("with a sidecar, contains the model, unless an option sets or withholds it", () => {
    const env = { ...credentials, AGENT_MODEL: "m-1", AGENT_PROVIDER_WIRE_API: "responses" };
    const more = { env, provider: readProvider(env, 3129) };
    expect(prepare([], more).environment).toMatchObject({
      AGENT_MODEL: "m-1",
      AGENT_PROVIDER_WIRE_API: "responses",
    });
    const given = prepare([{ name: "env", value: "AGENT_MODEL=m-2" }], more).environment;
    expect(given["AGENT_MODEL"]).toBe("m-2");
    const withheld = prepare([{ name: "exclude-env", value: "AGENT_MODEL" }], more).environment;
    expect(withheld).not.toHaveProperty("AGENT_MODEL");
  });

  test("with a sidecar, never contains the provider's key, in any spelling or from any source", () => {
    const { environment } = prepare(
      [
        { name: "env-all", value: true },
        { name: "env", value: "COPILOT_PROVIDER_API_KEY=sk-real-given" },
        { name: "env", value: "AGENT_PROVIDER_BEARER_TOKEN" },
        { name: "env", value: "AGENT_PROVIDER_HEADERS" },
      ],
      {
        env: {
          ...credentials,
          COPILOT_PROVIDER_API_KEY: "sk-real-copilot",
          AGENT_PROVIDER_BEARER_TOKEN: "sk-real-bearer",
          AGENT_PROVIDER_HEADERS: "x-key: sk-real-header",
        },
        provider: readProvider(credentials, 3129),
      },
    );
    expect(JSON.stringify(environment)).not.toContain("sk-real");
    expect(environment["AGENT_PROVIDER_API_KEY"]).toBe("kept-outside-by-gatehouse");
  });

  test("sets gatehouse's variables last, so that no variable makes a tool bypass the proxy", () => {
    const { environment } = prepare([{ name: "env", value: "HTTPS_PROXY=http://evil.test" }]);
    expect(environment["HTTPS_PROXY"]).toBe("http://127.0.0.1:3128");
  });

  test("with sudo, belongs to the caller, not to root", () => {
    const { environment } = prepare([], {
      caller: { ...caller, cameBySudo: true },
      env: { USER: "root", LOGNAME: "root", HOME: "/root" },
    });
    expect(environment).toMatchObject({ USER: "mona", LOGNAME: "mona", HOME: "/home/mona" });
  });
});

describe("files visible to the command", () => {
  test("mounts are resolved from the directory in which gatehouse was started, and :ro is read-only", () => {
    const folder = makeFolder("work");
    for (const name of ["data", "more"]) mkdirSync(join(folder, name));
    const written = ["data:/data:ro", "more:/more"].map(
      (value) => ({ name: "mount", value }) as const,
    );
    const { plan } = prepare(written, { folder });
    expect(plan.mounts).toContainEqual({
      kind: "bind",
      source: join(folder, "data"),
      target: "/data",
      isWritable: false,
    });
    expect(plan.mounts).toContainEqual(
      expect.objectContaining({ source: join(folder, "more"), isWritable: true }),
    );
  });

  test("Node's compile cache of gatehouse is read-only for the command if its directory is accessible", () => {
    const folder = makeFolder("work");
    const cache = join(folder, ".cache");
    vi.stubEnv("XDG_CACHE_HOME", cache);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { plan } = prepare([], { folder });
    const compiled = join(cache, "gatehouse/compiled");
    expect(plan.mounts).toContainEqual({
      kind: "bind",
      source: compiled,
      target: compiled,
      isWritable: false,
    });
    expect(statSync(compiled).mode & 0o777).toBe(0o700);
  });

  test("no cache directory is created where the command cannot write", () => {
    const cache = join(makeFolder("elsewhere"), ".cache");
    vi.stubEnv("XDG_CACHE_HOME", cache);
    onTestFinished(() => void vi.unstubAllEnvs());
    prepare([]);
    expect(existsSync(cache)).toBe(false);
  });

  test("protected files are mounted over all mounts of the operator", () => {
    const folder = makeFolder("work");
    mkdirSync(join(folder, "conf"));
    const file = join(folder, "conf/rules.yml");
    writeFileSync(file, "");
    const written = [{ name: "mount", value: `${folder}:${folder}` }] as const;
    const { plan } = prepare(written, { folder, kept: [file] });
    const top = plan.mounts.findLast(({ target }) => isWithin(file, target));
    expect(top).toEqual({ kind: "bind", source: file, target: file, isWritable: false });
  });

  test("protected files are also protected in a directory that is mounted through a link", () => {
    const folder = makeFolder("work");
    writeFileSync(join(folder, "rules.yml"), "");
    const link = join(makeFolder("links"), "link");
    symlinkSync(folder, link);
    const { plan } = prepare([{ name: "mount", value: `${link}:/shown` }], {
      kept: [join(folder, "rules.yml")],
    });
    const last = plan.mounts.findLast(({ target }) => target === "/shown/rules.yml");
    expect(last).toMatchObject({ isWritable: false });
  });

  test("a gatehouse that is installed in the project is read-only", () => {
    const folder = makeFolder("work");
    const program = join(folder, "node_modules/gatehouse/dist");
    mkdirSync(program, { recursive: true });
    const { plan } = prepare([], { folder, program: [program] });
    const top = plan.mounts.findLast(({ target }) => isWithin(program, target));
    expect(top).toMatchObject({ target: program, isWritable: false });
  });

  test.each([
    ["the current directory", "in:/data:ro", { containerWorkdir: undefined }],
    ["--container-workdir", "/usr/share:/data:ro", { containerWorkdir: "in" }],
    ["--mount", "in:/data:ro", { containerWorkdir: import.meta.dirname }],
  ])(
    "a parent that is replaced by a link does not expose another directory: %s",
    (_, mount, { containerWorkdir }) => {
      const [parent, keys] = [makeFolder("parent"), makeFolder("keys")];
      for (const each of [parent, keys]) mkdirSync(join(each, "work/in"), { recursive: true });
      const folder = join(parent, "work");
      const written = [
        { name: "mount", value: mount },
        ...(containerWorkdir === undefined
          ? []
          : [{ name: "container-workdir", value: containerWorkdir } as const]),
      ] as const;
      prepare(written, { folder }).expected.close();
      const moved = `${parent}-moved`;
      renameSync(parent, moved);
      onTestFinished(() => rmSync(moved, { recursive: true }));
      symlinkSync(keys, parent);
      expect(() => prepare(written, { folder, origin: join(moved, "work") })).toThrow(ChangedMount);
    },
  );

  test("gatehouse's own directory is rejected as working directory and as mount", () => {
    const program = makeFolder("program");
    const written = [{ name: "mount", value: `${program}:/more` }] as const;
    expect(() => prepare([], { folder: program, program: [program] })).toThrow("gatehouse itself");
    expect(() => prepare(written, { program: [program] })).toThrow("gatehouse itself");
  });

  test("another working directory is resolved from the directory in which gatehouse was started", () => {
    const folder = makeFolder("work");
    mkdirSync(join(folder, "project"));
    const { plan } = prepare([{ name: "container-workdir", value: "project" }], { folder });
    expect(plan.workFolder).toBe(join(folder, "project"));
  });
});
