import { expect, test } from "vitest";
import {
  isKnownApi,
  isPatApi,
  isWriteAppOnlyApi,
  readApi,
  describeApi,
} from "../../../src/credentials/profile/apis.ts";

test.each(["constructor", "toString", "__proto__"])("%s is no API that anybody knows", (word) => {
  expect(readApi(word)).toBe(word.toLowerCase());
  expect(describeApi(word)).toBe(word);
  expect([isKnownApi(word), isPatApi(word), isWriteAppOnlyApi(word)]).toEqual([
    false,
    false,
    false,
  ]);
});
