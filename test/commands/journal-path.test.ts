import { expect, test } from "vitest";
import { journalPath } from "../../src/commands/journal-path.ts";
import { describeEmbeddedHost, resolveHost } from "../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

test("each naming convention of an embedded forge has its own journals", () => {
  const env = { XDG_STATE_HOME: "/nowhere" };
  const repository = requireRepositoryName("Acme/Control", "--repo");
  const folderOf = (profile: ReturnType<typeof resolveHost>) =>
    journalPath(env, { profile, repository, flow: "setup" })
      .replace("/nowhere/gatehouse/", "")
      .replace("/acme/control/setup.json", "");
  const here = "http://127.0.0.1:41999";
  expect(
    [
      describeEmbeddedHost(here),
      describeEmbeddedHost(here, "github"),
      resolveHost(here),
      resolveHost(here, "github"),
      resolveHost("github.com"),
      resolveHost("forge.example", "forge"),
    ].map(folderOf),
  ).toEqual([
    "emulator",
    "emulator-github",
    "127.0.0.1_41999",
    "127.0.0.1_41999-github",
    "github.com",
    "forge.example",
  ]);
});
