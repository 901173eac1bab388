import { expect, test } from "vitest";
import { preparePlay } from "./play.ts";
import { screenToSvg } from "./screen-to-svg.ts";

const play = preparePlay("screens");

test("a picture shows the cells of the screen, with their colours and nothing that is not there", async () => {
  const program = play("choose");
  await program.waitFor("Which forge?");
  const svg = screenToSvg(program.terminal);
  expect(svg).toMatch(/^<svg [^]*<\/svg>\n$/);
  expect(svg).toMatch(/fill="#56b6c2" font-weight="bold">[^<]*▸ Forge one/);
  expect(svg).toMatch(/fill="#98c379">\s*✔/);
  const texts = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
  expect(texts.join("")).not.toContain("undefined");
  expect(texts.length).toBeLessThan(30);
});
