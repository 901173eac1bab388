import { expect, test } from "vitest";
import { readSettings } from "../../../src/compiler/project/read-settings.ts";

const sha256 = { x64: "1".repeat(64), arm64: "2".repeat(64) };
const complaintsOf = (settings: object) =>
  readSettings(JSON.stringify(settings)).errors.map(({ path, message }) => `${path} ${message}`);

test.each([
  ["https://someone:hunter2@engines.example/releases"],
  ["https://hunter2@engines.example/releases"],
  ["https://engines.example/releases?sig=hunter2"],
  ["https://engines.example/releases#hunter2"],
])("a URL with a credential is refused and not repeated: %s", (address) => {
  const found = [
    ...complaintsOf({ engine: { releases: address } }),
    ...complaintsOf({
      gatehouse: { source: address, integrity: `sha512-${"A".repeat(86)}==` },
    }),
  ];
  expect(found).toEqual([
    expect.stringMatching(/^engine\.releases contains or may contain a credential:/),
    expect.stringMatching(/^gatehouse\.source contains or may contain a credential:/),
  ]);
  expect(JSON.stringify(found)).not.toContain("hunter2");
});

test.each(["1.0; x", "-1", "..", "1.0'", "latest"])(
  "%j is not a valid engine version",
  (version) => {
    expect(complaintsOf({ engine: { version, sha256 } })).toEqual([
      expect.stringMatching(/^engine\.version /),
    ]);
  },
);

test("a version is stored without its v prefix, as in a definition", () => {
  const { settings, errors } = readSettings(
    JSON.stringify({ engine: { version: "v1.2.3", sha256 } }),
  );
  expect([errors, settings.engine?.version]).toEqual([[], "1.2.3"]);
});
