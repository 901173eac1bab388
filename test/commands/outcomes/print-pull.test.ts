import { expect, test } from "vitest";
import { pullRows } from "../../../src/commands/outcomes/print-pull.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const prepared = { runtime: "docker", image: "debian:12", provider: "api.example.com" };

describeWidths("what was pulled", (look) => pullRows(prepared, look));

test("an image that was fetched is named, and whom the sidecar would speak with", () => {
  expect(printed((look) => pullRows(prepared, look))).toMatchInlineSnapshot(`
    " ✔ docker has the image debian:12.
     ✔ The sidecar would connect to api.example.com."
  `);
});

test("without an image it is proved that there is nothing to pull", () => {
  expect(printed((look) => pullRows({ runtime: "bubblewrap" }, look))).toMatchInlineSnapshot(
    `" ✔ bubblewrap can start a container; no image is needed."`,
  );
});
