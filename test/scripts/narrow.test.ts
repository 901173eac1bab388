import stringWidth from "string-width";
import { expect, test } from "vitest";
import { narrow } from "../../scripts/esbuild-plugins.mjs";

test("what the build takes for narrow takes one column each, alone and in a row", () => {
  const signs = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code)).filter(
    (sign) => narrow.test(sign),
  );
  expect(signs).toContain("│");
  expect(signs.filter((sign) => stringWidth(sign) !== 1)).toEqual([]);
  expect(signs.filter((sign) => stringWidth(`a${sign}${sign}1`) !== 4)).toEqual([]);
  expect(stringWidth(signs.join(""))).toBe(signs.length);
});
