import { expect, test } from "vitest";
import { pullRows } from "../../../src/commands/outcomes/print-pull.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const prepared = { runtime: "docker", image: "debian:12", provider: "api.example.com" };

describeWidths("what was pulled", (style) => pullRows(prepared, style));

test("an image that was fetched is named, and whom the sidecar would speak with", () => {
  expect(printed((style) => pullRows(prepared, style))).toMatchInlineSnapshot(`
    " ✔ docker has the image debian:12.
     ✔ The sidecar would connect to api.example.com."
  `);
});

test("without an image it is proved that there is nothing to pull", () => {
  expect(printed((style) => pullRows({ runtime: "bubblewrap" }, style))).toMatchInlineSnapshot(
    `" ✔ bubblewrap can start a container; no image is needed."`,
  );
});
