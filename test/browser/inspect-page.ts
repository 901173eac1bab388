import type { Page } from "playwright-core";

const needName = ["textbox", "combobox", "checkbox", "radio", "button", "link", "group", "heading"];

/**
 * Returns accessibility faults of a page, as a screen reader perceives it. The list is empty if
 * there are none.
 */
export async function inspectPage(page: Page): Promise<string[]> {
  const parts = readParts(await page.locator("body").ariaSnapshot());
  const count = (role: string) => parts.filter((part) => part.role === role).length;
  const levels = parts.flatMap(({ level }) => level ?? []);
  const problems: Record<string, boolean> = {
    "names no language": (await page.locator("html").getAttribute("lang")) !== "en",
    "has no title": (await page.title()).trim() === "",
    "has not one main part": count("main") !== 1,
    "has not one h1": levels.filter((level) => level === 1).length !== 1,
    "skips a level of headings": levels.some((level, at) => level > (levels[at - 1] ?? 0) + 1),
    "has a script": (await page.locator("script").count()) > 0,
  };
  const nameless = parts.filter(({ role, name }) => needName.includes(role) && name === "");
  return [
    ...Object.keys(problems).filter((problem) => problems[problem]),
    ...nameless.map(({ role }) => `has a ${role} without a name`),
  ];
}

interface Part {
  readonly role: string;
  readonly name: string;
  readonly level?: number;
}

/** Parses lines such as `- heading "Permissions" [level=2]`. */
function readParts(snapshot: string): Part[] {
  return snapshot.split("\n").flatMap((line) => {
    const [, role, name = ""] = /^\s*- '?(\w+)(?: "((?:[^"\\]|\\.)+)")?/.exec(line) ?? [];
    const level = /\[level=(\d)\]/.exec(line)?.[1];
    if (role === undefined) return [];
    return [{ role, name, ...(level !== undefined && { level: Number(level) }) }];
  });
}
