import { expect, test } from "vitest";
import {
  isKnownApi,
  isPatApi,
  isWriteAppOnlyApi,
  readApi,
  describeApi,
} from "../../../src/credentials/profile/apis.ts";

test.each(["constructor", "toString", "__proto__"])("%s is not a known API", (word) => {
  expect(readApi(word)).toBe(word.toLowerCase());
  expect(describeApi(word)).toBe(word);
  expect([isKnownApi(word), isPatApi(word), isWriteAppOnlyApi(word)]).toEqual([
    false,
    false,
    false,
  ]);
});
