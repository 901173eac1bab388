import { InvalidSettings, parseSettings } from "../../../src/plane/scope/settings.ts";

export const path = ".forge/control-plane.json";
export const written = {
  version: 1,
  targets: ["acme/web", "acme/api"],
  mode: "review",
  destination: "control",
  caps: { repositories: 20, dispatches: 5 },
  packages: [
    {
      name: "dependency-review",
      apis: ["contents", "vulnerability_alerts"],
      permissions: { contents: "read", issues: "write" },
      killSwitch: "DEPENDENCY_REVIEW_ENABLED",
    },
  ],
};
/** Returns the settings as a file with these changes. */
export const text = (changes: object = {}) => JSON.stringify({ ...written, ...changes }, null, 2);

/** Returns the reported problems of a file. */
export function problemsOf(source: string): string[] {
  try {
    parseSettings(source, path);
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    const [, ...lines] = error.message.split("\n");
    return lines.map((line) => line.trim());
  }
  return [];
}
