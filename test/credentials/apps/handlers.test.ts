import { describe, expect, test } from "vitest";
import {
  comparePermissions,
  isAboveCeiling,
  writeAppCeiling,
} from "../../../src/credentials/apps/ceilings.ts";
import {
  handlerPermissions,
  handlers,
  parseHandler,
} from "../../../src/credentials/apps/handlers.ts";

describe.each(handlers)("the handler %s", (handler) => {
  test("does not require a permission above the write App's ceiling", () => {
    const wished = comparePermissions(writeAppCeiling, handlerPermissions[handler]);
    expect(wished.filter(isAboveCeiling)).toEqual([]);
  });

  test("is found by its name", () => expect(parseHandler(handler)).toBe(handler));
});

test("any other name is not a handler", () => {
  for (const word of ["", "Issue", "issues", "toString"])
    expect(parseHandler(word)).toBeUndefined();
});
