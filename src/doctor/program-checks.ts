import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { arch, platform, release } from "node:os";
import { dirname, join } from "node:path";
import { ownCommand } from "../shared/own-command.ts";
import { missing, ok, warning } from "./check.ts";
import type { Examination, Found } from "./check.ts";

export interface Started {
  readonly version: string;
  /** Path of the script that was started. */
  readonly program: string;
  readonly nodeVersion: string;
  readonly now: Date;
}

/** Returns the checks for gatehouse itself and for its platform. */
export function programExaminations(started: Started): Examination[] {
  const { version, program, nodeVersion, now } = started;
  return [
    {
      id: "gatehouse",
      title: "Program",
      isNeeded: true,
      run: () => checkProgram(version, program),
    },
    { id: "node", title: "Node.js", isNeeded: true, run: () => checkNode(nodeVersion, now) },
    {
      id: "platform",
      title: "Platform",
      isNeeded: false,
      run: () => checkPlatform(platform(), `${release()}, ${arch()}`),
    },
  ];
}

function checkProgram(version: string, program: string): Found {
  const path = realpathSync(program);
  const lost = findLostParts(dirname(path));
  const how = `run as ${ownCommand()}`;
  if (lost.length === 0) return ok(`${version}, ${how}; complete`);
  return missing(`${version}, ${how}; missing: ${lost.join(", ")}`, [
    { text: "Reinstall gatehouse: an update was interrupted, or files were deleted" },
  ]);
}

/** Returns the files that build files import, but that are missing from the build. */
export function findLostParts(folder: string): string[] {
  const parts = readdirSync(folder).filter((name) => /\.m?js$/.test(name));
  const wanted = parts.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    return [...text.matchAll(/(?:from|import)\s*\(?\s*["']\.\/([\w.-]+\.m?js)["']/g)].map(
      ([, found = ""]) => found,
    );
  });
  return [...new Set(wanted)].filter((name) => !existsSync(join(folder, name))).toSorted();
}

const least = [20, 19] as const;

/**
 * The end-of-life date of each LTS version of Node.js.
 * @see https://github.com/nodejs/release#release-schedule
 */
const endsOfLines: Readonly<Record<number, string>> = {
  20: "2026-04-30",
  22: "2027-04-30",
  24: "2028-04-30",
  26: "2029-04-30",
};

export function checkNode(version: string, now: Date): Found {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const install = [{ text: "Install an LTS version", link: "https://nodejs.org/en/download" }];
  if (major < least[0] || (major === least[0] && minor < least[1])) {
    return missing(`${version}; gatehouse needs ${least.join(".")} or newer`, install);
  }
  const end = endsOfLines[major];
  if (end === undefined) {
    return major % 2 === 1
      ? warning(`${version}; odd-numbered versions are supported for only a few months`, install)
      : ok(`${version}; newer than the versions that this gatehouse version knows`);
  }
  return now.getTime() > Date.parse(end)
    ? warning(`${version}; unsupported since ${end}`, install)
    : ok(`${version}; supported until ${end}`);
}

export function checkPlatform(name: string, details: string): Found {
  const known: Readonly<Record<string, string>> = { linux: "Linux", darwin: "macOS" };
  const title = known[name];
  if (title !== undefined) return ok(`${title} ${details}`);
  return warning(`${name} ${details}; gatehouse supports Linux and macOS`);
}
