import { describe, expect, test } from "vitest";
import {
  readApp,
  readInstallation,
  readInstallations,
  readRepositoryList,
} from "../../../src/forge/resources/apps.ts";
import { ForgeUnreachable } from "../../../src/forge/forge-errors.ts";

const app = {
  id: 7,
  client_id: "Iv1.a",
  slug: "reader",
  name: "Reader",
  owner: { login: "acme", id: 1 },
  permissions: { contents: "read" },
  events: [],
  pem: "not ours to keep",
};

const installation = {
  id: 9,
  app_id: 7,
  app_slug: "reader",
  client_id: "Iv1.a",
  account: { login: "acme" },
  repository_selection: "selected",
  permissions: { contents: "read" },
  suspended_at: null,
  updated_at: "2026-01-01T00:00:00Z",
};

describe("an App", () => {
  test("is read without what nobody asked for", () => {
    expect(readApp(app)).toEqual({
      id: 7,
      clientId: "Iv1.a",
      slug: "reader",
      name: "Reader",
      owner: "acme",
      ownerKind: "user",
      permissions: { contents: "read" },
      events: [],
    });
  });

  test("without permissions and events has none", () => {
    const { permissions: _p, events: _e, ...bare } = app;
    expect(readApp(bare)).toMatchObject({ permissions: {}, events: [] });
  });
});

describe("what is no App is an answer that makes no sense", () => {
  test.each<[string, object]>([
    ["events that are no list", { events: {} }],
    ["events that are no words", { events: [1] }],
    ["permissions that are a word", { permissions: "all" }],
    ["a permission that is no word", { permissions: { contents: 1 } }],
    ["no owner", { owner: null }],
  ])("%s", (_what, change) => {
    expect(() => readApp({ ...app, ...change })).toThrow(ForgeUnreachable);
  });
});

describe("an installation", () => {
  test("is read with its selection, its suspension and the time of its last change", () => {
    expect(readInstallation(installation)).toEqual({
      id: 9,
      appId: 7,
      appSlug: "reader",
      clientId: "Iv1.a",
      account: "acme",
      selection: "selected",
      permissions: { contents: "read" },
      isSuspended: false,
      updatedAt: "2026-01-01T00:00:00Z",
    });
    const suspended = { ...installation, suspended_at: "2026-01-02T00:00:00Z" };
    expect(readInstallation(suspended).isSuspended).toBe(true);
  });

  test("of an older server has no client ID", () => {
    const { client_id: _, ...older } = installation;
    expect(readInstallation(older).clientId).toBeUndefined();
  });

  test("with a selection that we do not know counts as all repositories", () => {
    expect(readInstallation({ ...installation, repository_selection: "some" }).selection).toBe(
      "all",
    );
  });
});

test("a list of repositories is read with its total", () => {
  const repositories = [{ id: 3, full_name: "acme/web", private: true }];
  expect(readRepositoryList({ total_count: 5, repositories })).toEqual({
    total: 5,
    repositories: [{ id: 3, fullName: "acme/web" }],
  });
});

describe("what is in no form that we know is no bug of ours", () => {
  test.each<[string, () => unknown, string]>([
    ["a web page", () => readApp("<!doctype html>"), "an App is missing"],
    ["nothing", () => readApp(undefined), "an App is missing"],
    [
      "an App without an owner",
      () => readApp({ ...app, owner: null }),
      "an App's owner is missing",
    ],
    ["an id in words", () => readApp({ ...app, id: "7" }), "id is missing"],
    ["an id that is too long to be exact", () => readApp({ ...app, id: 2 ** 60 }), "id is missing"],
    [
      "no list",
      () => readInstallations({ message: "hello" }),
      "a list of installations is missing",
    ],
    [
      "no repositories",
      () => readRepositoryList({ total_count: 1 }),
      "a list of repositories is missing",
    ],
    ["no total", () => readRepositoryList({ repositories: [] }), "total_count is missing"],
  ])("%s", (_what, act, words) => {
    expect(act).toThrow(ForgeUnreachable);
    expect(act).toThrow(words);
  });
});
