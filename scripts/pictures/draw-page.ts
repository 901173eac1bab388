import { chromium } from "playwright-core";
import { machine } from "../../test/system/machine.ts";

const sizes = [
  { width: 680, height: 860 },
  { width: 340, height: 860 },
] as const;

/**
 * Takes screenshots of a page in Chromium, at desktop and phone size, each in light and dark mode,
 * and combines them in one picture.
 * @returns a PNG
 */
export async function drawPage(link: string): Promise<Buffer> {
  const browser = await chromium.launch({
    executablePath: machine().chromium,
    args: ["--no-sandbox"],
  });
  try {
    const shots: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      for (const viewport of sizes) {
        const page = await browser.newPage({ viewport, colorScheme });
        await page.goto(link);
        shots.push((await page.screenshot()).toString("base64"));
        await page.close();
      }
    }
    const sheet = await browser.newPage({ viewport: { width: 2090, height: 880 } });
    const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join("");
    await sheet.setContent(
      `<!doctype html><html lang="en"><title>p</title><style>body{margin:10px;display:grid;` +
        `grid-template-columns:680px 340px 680px 340px;gap:10px;background:#888}</style>${images}`,
    );
    return await sheet.screenshot();
  } finally {
    await browser.close();
  }
}
