import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";
import { versions } from "./bubblewraps.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

describe.each(versions)("with bubblewrap %s", (version) => {
  const given = { as: "nobody", bubblewrap: version } as const;

  test("a PATH entry that is a link in a mounted installation is found through the link", async () => {
    const folders = lab.makeFolders("nobody");
    const at = (name: string) => join(folders.home, "../inst", name);
    mkdirSync(at("v1/bin"), { recursive: true });
    writeFileSync(at("v1/bin/tool"), "#!/bin/sh\necho it runs\n", { mode: 0o755 });
    symlinkSync("v1/bin", at("current"));
    const env = { PATH: `${at("")}:${at("current")}:/usr/bin:/bin` };
    const ran = await lab.run(["tool"], { ...given, folders, env });
    expect(ran).toMatchObject({ code: 0, out: "it runs\n" });
  });

  test("--mount onto a link in a system directory mounts the file behind the link", async () => {
    const link = join("/usr/local/share", `gatehouse-link-${process.pid}`);
    symlinkSync("/usr/bin/env", link);
    onTestFinished(() => rmSync(link, { force: true }));
    const ran = await lab.run(["cat", link], {
      ...given,
      options: ["--mount", `/etc/hostname:${link}:ro`],
    });
    expect(ran).toMatchObject({ code: 0, out: readFileSync("/etc/hostname", "utf8") });
  });

  /** Creates a directory with a socket that others can enter, but not list, in a PATH entry. */
  const closeFolder = async () => {
    const tools = mkdtempSync(join(lab.folder, "tools-"));
    chmodSync(tools, 0o755);
    const folder = join(tools, "closed");
    mkdirSync(folder);
    const server = createServer().listen(join(folder, "sock"));
    await once(server, "listening");
    onTestFinished(() => void server.close());
    chmodSync(join(folder, "sock"), 0o777);
    chmodSync(folder, 0o711);
    const script = `import socket; socket.socket(socket.AF_UNIX).connect("${folder}/sock")`;
    return {
      folder,
      env: { PATH: `${tools}:/usr/bin:/bin` },
      connect: ["/usr/bin/python3", "-c", script],
    };
  };

  test("a socket in a directory that cannot be listed is hidden with its directory", async () => {
    const { connect, env } = await closeFolder();
    const ran = await lab.run(connect, { ...given, env });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("FileNotFoundError");
  });

  // bubblewrap 0.12 cannot use such a working directory at all.
  if (version !== "installed") return;
  test("around the working directory, only the socket is hidden", async () => {
    const { folder, connect, env } = await closeFolder();
    const work = join(folder, "work");
    mkdirSync(work);
    chownSync(work, 65_534, 65_534);
    const folders = { ...lab.makeFolders("nobody"), work };
    const ran = await lab.run(connect, { ...given, folders, env });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("ConnectionRefusedError");
  });
});
