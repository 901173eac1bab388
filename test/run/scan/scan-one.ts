import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import { tokens } from "../../shared/redact/samples.ts";
import { makeFolder } from "../../temporary-folder.ts";

export const token = tokens["classic"] ?? "";
export const text = Buffer.from(`first line\ntoken ${token}\n`);

/** Returns the findings of one file without its directory. */
export async function scanOne(name: string, content: Buffer | string, limits = {}) {
  const folder = makeFolder("scan");
  writeFileSync(join(folder, name), content);
  const { findings, notSearched } = await scanPaths([join(folder, name)], { limits });
  const short = (location: string) => location.slice(folder.length + 1);
  return {
    findings: findings.map(({ location, kind }) => `${short(location)} ${kind}`),
    notSearched: notSearched.map(({ location, reason }) => `${short(location)}: ${reason}`),
  };
}
