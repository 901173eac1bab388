import { expect, test } from "vitest";
import { drawRooms, findDrawing } from "./drawing.ts";

const rooms = {
  cli: { imports: ["shared"], lazily: ["commands"] },
  commands: { imports: "everything" },
  admission: { imports: ["forge/*", "shared"] },
  forge: { imports: ["shared"] },
  "forge/resources": { imports: ["forge", "shared"] },
  firewall: { imports: ["forge/brand.ts", "shared"] },
  shared: { imports: [] },
} as const;
const files = ["cli", "commands/a", "forge/a", "forge/resources/a", "firewall/a", "shared/a"].map(
  (name) => `src/${name}.ts`,
);

test("draws rooms by family and omits arrows that a longer path implies", () => {
  expect(drawRooms({ rooms }, files)).toMatchInlineSnapshot(`
    "\`\`\`mermaid
    flowchart TD
      cli[cli]
      commands[commands]
      admission[admission]
      subgraph forge_family[forge]
        forge["files at the top"]
        forge_resources[resources]
      end
      firewall[firewall]
      shared[shared]
      cli -.->|on demand| commands
      commands --> admission
      commands --> firewall
      admission --> forge_family
      forge --> shared
      forge_resources --> forge
      firewall --> shared
      firewall -.->|brand.ts| forge
      classDef planned stroke-dasharray: 4
      class admission planned
    \`\`\`"
  `);
});

test("draws no dashed border if every room has a file", () => {
  expect(drawRooms({ rooms }, [...files, "src/admission/a.ts"])).not.toContain("planned");
});

test("finds the diagram of a page between its fences", () => {
  const drawing = drawRooms({ rooms }, files);
  expect(findDrawing(`# Page\n\n${drawing}\n\n## More\n\n\`\`\`sh\n\`\`\`\n`)).toBe(drawing);
  expect(findDrawing("# Page\n")).toBe("");
});
