import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";
import { openGh } from "./open-gh.ts";

const lines = (text: string) => text.trim().split("\n").filter(Boolean);

test("the real forge CLI lists the repositories of an account and the user's own", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const names = async (args: string) =>
    lines((await gh(`repo list ${args} --json nameWithOwner --jq .[].nameWithOwner`)).out);
  expect((await names("acme")).toSorted()).toEqual([
    "acme/api",
    "acme/control",
    "acme/infra",
    "acme/web",
  ]);
  expect(await names("")).toEqual(["mona/notes"]);
  expect(await names("acme --visibility public")).toEqual(["acme/web"]);
  await forge.rest("PATCH", "/repos/acme/api", { body: { archived: true } });
  expect(await names("acme --archived")).toEqual(["acme/api"]);
  expect((await names("acme --no-archived")).toSorted()).toEqual([
    "acme/control",
    "acme/infra",
    "acme/web",
  ]);
});

test("the real forge CLI shows a repository with its README", async () => {
  const gh = await openGh(await openForge());
  const { out } = await gh("repo view acme/web");
  expect(out).toContain("name:\tacme/web");
  expect(out).toContain("# web");
});

test("the real forge CLI creates an empty repository, and a repository with a first file", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  expect((await gh("repo create acme/empty --internal")).code).toBe(0);
  expect((await gh("repo create begun --private --add-readme")).code).toBe(0);
  expect((await forge.rest("GET", "/repos/acme/empty")).json.visibility).toBe("internal");
  const view = await gh("repo view acme/empty --json isEmpty,defaultBranchRef,visibility");
  expect(JSON.parse(view.out)).toEqual({
    isEmpty: true,
    defaultBranchRef: { name: "" },
    visibility: "INTERNAL",
  });
  expect((await forge.rest("GET", "/repos/mona/begun/contents/README.md")).status).toBe(200);
  expect((await gh("repo create acme/empty --private")).err).toContain("name already exists");
  expect((await gh("repo create globex/mine --private")).err).toContain(
    "cannot create a repository",
  );
});

test("the real forge CLI lists the user's organizations", async () => {
  const gh = await openGh(await openForge());
  expect(lines((await gh("org list")).out)).toEqual(["acme", "globex"]);
});
