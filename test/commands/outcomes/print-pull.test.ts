import { expect, test } from "vitest";
import { pullRows } from "../../../src/commands/outcomes/print-pull.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const prepared = { runtime: "docker", image: "debian:12", provider: "api.example.com" };

describeWidths("what was pulled", (style) => pullRows(prepared, style));

test("a downloaded image and the provider of the sidecar are named", () => {
  expect(printed((style) => pullRows(prepared, style))).toMatchInlineSnapshot(`
    " ✔ docker has the image debian:12.
     ✔ The sidecar would connect to api.example.com."
  `);
});

test("without an image, the output states that no image has to be pulled", () => {
  expect(printed((style) => pullRows({ runtime: "bubblewrap" }, style))).toMatchInlineSnapshot(
    `" ✔ bubblewrap can start a container; no image is needed."`,
  );
});
