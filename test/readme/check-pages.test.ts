import { describe, expect, test } from "vitest";
import own from "../../package.json" with { type: "json" };
import {
  checkPages,
  fail,
  pass,
  unknown,
  type CheckId,
} from "../../src/plane/verify/checks/check.ts";
import { docsUrl } from "../../src/shared/docs-url.ts";
import { anchorsOf, readPage } from "./pages.ts";

const ids = Object.keys(checkPages) as CheckId[];

describe("the page that explains how to make a check pass", () => {
  test("is in the repository that package.json names", () => {
    expect(docsUrl).toBe(own.homepage.replace("#readme", "/blob/main/docs"));
  });

  test.each(Object.entries(checkPages))("of %s has its section: %s", async (_, page) => {
    const [path = "", anchor = ""] = page.replace(docsUrl, "docs").split("#");
    expect(anchorsOf(await readPage(path))).toContain(anchor);
  });

  test.each(ids)("is part of the result of %s unless it passes", (id) => {
    expect([fail(id, "no").page, unknown(id, "no").page]).toEqual([checkPages[id], checkPages[id]]);
    expect(pass(id, "yes").page).toBeUndefined();
  });
});
