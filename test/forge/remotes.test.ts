import { describe, expect, test } from "vitest";
import { hostOption, parseRemote, sortRemotes } from "../../src/forge/remotes.ts";

const full = (address: string) => {
  const remote = parseRemote(address);
  return remote && `${remote.host} ${remote.repository.full}`;
};

describe("a remote's address", () => {
  test.each([
    ["https://github.com/acme/control.git", "github.com acme/control"],
    ["https://github.com/acme/control", "github.com acme/control"],
    ["https://GitHub.com/acme/control/", "github.com acme/control"],
    ["https://www.github.com/acme/control", "github.com acme/control"],
    ["https://mona:ghp_secret@github.com/acme/control.git", "github.com acme/control"],
    ["git@github.com:acme/control.git", "github.com acme/control"],
    ["github.com:acme/control", "github.com acme/control"],
    ["git@github.com:/acme/control.git", "github.com acme/control"],
    ["ssh://git@github.com/acme/control.git", "github.com acme/control"],
    ["ssh://git@ssh.github.com:443/acme/control.git", "github.com acme/control"],
    ["git://github.com/acme/control.git", "github.com acme/control"],
    ["git@acme.ghe.com:acme/control.git", "acme.ghe.com acme/control"],
    ["ssh://git@forge.example:2222/acme/control.git", "forge.example acme/control"],
    ["https://forge.example:8443/acme/control.git", "forge.example:8443 acme/control"],
    ["http://127.0.0.1:4173/acme/control.git", "127.0.0.1:4173 acme/control"],
    ["https://github.com/acme/a.b-c_d.git", "github.com acme/a.b-c_d"],
  ])("%s is read", (address, wanted) => {
    expect(full(address)).toBe(wanted);
  });

  test.each([
    "",
    "../plane/repository",
    "/srv/git/control.git",
    "file:///srv/git/acme/control.git",
    "https://github.com/acme",
    "https://github.com/acme/control/tree/main",
    "https://github.com/acme/..",
    "https://github.com/acme/con\u001B[31mtrol",
    "git@github.com:acme/control\n",
    "C:\\work\\control",
    "C:/acme/control.git",
    "c:acme/control",
    "ext::sh -c whoami",
  ])("%j is not a repository of a forge", (address) => {
    expect(parseRemote(address)).toBeUndefined();
  });

  test("does not keep a credential that it contains", () => {
    const remote = parseRemote("https://mona:ghp_secret@github.com/acme/control.git");
    expect(JSON.stringify(remote)).not.toMatch(/mona|ghp_/);
  });
});

describe("remotes on the requested forge", () => {
  const sort = (host: string, ...addresses: string[]) => {
    const remotes = addresses.flatMap((address) => parseRemote(address) ?? []);
    const { here, elsewhere } = sortRemotes(remotes, host);
    return {
      here: here.map((repository) => repository.full),
      elsewhere: elsewhere.map((remote) => `${remote.host} ${remote.repository.full}`),
    };
  };

  test("are each named once, regardless of protocol, in their original order", () => {
    expect(
      sort(
        "github.com",
        "git@github.com:mona/control.git",
        "https://github.com/Mona/Control",
        "ssh://git@ssh.github.com:443/acme/control",
        "git@acme.ghe.com:acme/other",
      ),
    ).toEqual({ here: ["mona/control", "acme/control"], elsewhere: ["acme.ghe.com acme/other"] });
  });

  test("match by host name for ssh, and by name and port for the web", () => {
    const addresses = [
      "ssh://git@forge.example:22/acme/a",
      "https://forge.example:8443/acme/b",
      "https://forge.example/acme/c",
    ];
    expect(sort("forge.example:8443", ...addresses).here).toEqual(["acme/a", "acme/b"]);
    expect(sort("forge.example", ...addresses).here).toEqual(["acme/a", "acme/c"]);
  });

  test("belong to the embedded forge if they are on this machine and not encrypted", () => {
    const here = "http://127.0.0.1:4173/acme/control.git";
    expect(sort("emulator", here).here).toEqual(["acme/control"]);
    expect(sort("http://127.0.0.1:4173", here).here).toEqual(["acme/control"]);
    expect(sort("http://127.0.0.1:4174", here).here).toEqual([]);
    expect(sort("github.com", here).here).toEqual([]);
    expect(sort("emulator", "https://github.com/acme/control").here).toEqual([]);
  });

  test.each([
    ["http://127.0.0.1:4173/acme/control", "http://127.0.0.1:4173"],
    ["http://localhost:4173/acme/control", "localhost:4173"],
    ["http://127.0.0.2:4173/acme/control", "127.0.0.2:4173"],
    ["git@acme.ghe.com:acme/control", "acme.ghe.com"],
    ["https://forge.example:8443/acme/control", "forge.example:8443"],
  ])("%s is on the host that a command names %s", (address, option) => {
    const remote = parseRemote(address);
    expect(remote && hostOption(remote)).toBe(option);
  });
});
