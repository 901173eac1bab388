import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";
import { openGh } from "./open-gh.ts";

test("the real forge CLI stores a variable, twice, and a secret", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  expect((await gh("variable set APP_ID --repo acme/control --body one")).code).toBe(0);
  expect((await gh("variable set APP_ID --repo acme/control --body two")).code).toBe(0);
  expect((await gh("variable list --repo acme/control")).out).toMatch(/^APP_ID\ttwo\t/);
  expect((await gh("secret set KEY --repo acme/control", "hush\n")).code).toBe(0);
  expect((await gh("secret list --repo acme/control")).out).toMatch(/^KEY\t/);
});

test("the real forge CLI reports a missing environment with its usual message", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const set = () => gh("secret set TOKEN --env agents --repo acme/control", "hush");
  expect((await set()).err).toContain("failed to fetch public key: HTTP 404");
  await gh("api -X PUT repos/acme/control/environments/agents");
  expect((await set()).code).toBe(0);
});

test("the real forge CLI reads pages, repositories and its own login", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const names = await gh("api --paginate user/repos?per_page=2 --jq .[].full_name");
  expect(names.out.trim().split("\n")).toHaveLength(6);
  const view = await gh("repo view acme/infra --json visibility,viewerPermission");
  expect(JSON.parse(view.out)).toEqual({ visibility: "INTERNAL", viewerPermission: "ADMIN" });
  expect((await gh("auth status --hostname github.localhost")).out).toContain("account mona");
  expect((await gh("api repos/acme/none")).err).toContain("HTTP 404");
});

test("the real forge CLI repeats a request with an ETag, and gets status 304", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const first = await gh("api -i repos/acme/web");
  const etag = /^Etag: (\S+)/im.exec(first.out)?.[1] ?? "";
  const again = await gh(`api -i repos/acme/web -H If-None-Match:${etag}`);
  expect(again.err).toContain("HTTP 304");
  expect(again.out).toContain("304 Not Modified");
});

test("the real forge CLI keeps secrets and variables of an environment", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const at = "--env agents --repo acme/control";
  await gh("api -X PUT repos/acme/control/environments/agents");
  expect((await gh(`secret set TOKEN ${at}`, "hush")).code).toBe(0);
  expect((await gh(`secret list ${at}`)).out).toMatch(/^TOKEN\t/);
  expect((await gh(`secret delete TOKEN ${at}`)).code).toBe(0);
  expect((await gh(`variable set NAME ${at} --body one`)).code).toBe(0);
  expect((await gh(`variable set NAME ${at} --body two`)).code).toBe(0);
  expect((await gh(`variable list ${at}`)).out).toMatch(/^NAME\ttwo\t/);
  expect((await gh(`variable delete NAME ${at}`)).code).toBe(0);
  expect((await gh(`variable list ${at}`)).out).toBe("");
});

test("the real forge CLI deletes the values that it stored", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  await gh("secret set KEY --repo acme/control", "hush");
  await gh("variable set NAME --repo acme/control --body one");
  expect((await gh("secret delete KEY --repo acme/control")).code).toBe(0);
  expect((await gh("variable delete NAME --repo acme/control")).code).toBe(0);
  expect((await gh("secret delete KEY --repo acme/control")).err).toContain("HTTP 404");
});

test("the real forge CLI names the scope that its login lacks", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const { err, code } = await gh("api -X DELETE repos/acme/api");
  expect(code).toBe(1);
  expect(err).toContain("Must have admin rights to Repository.");
  expect(err).toContain('This API operation needs the "delete_repo" scope.');
});

test("the real forge CLI follows a renamed repository", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  await gh("api -X PATCH repos/acme/control -f name=plane");
  expect((await gh("variable list --repo acme/control")).code).toBe(0);
  const view = await gh("repo view acme/control --json nameWithOwner");
  expect(JSON.parse(view.out)).toEqual({ nameWithOwner: "acme/plane" });
});
