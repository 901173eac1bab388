import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSettings } from "../../../src/firewall/load-settings.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { compileText } from "./compile-text.ts";
import { scriptsOf } from "./pipeline-scripts.ts";

/** Runs the step of an engine, and loads the rules that it passes to the firewall. */
async function loadRules(step: string, more: string) {
  const yaml = `name: probe\nengine: {id: copilot, command: engine/run${more}`;
  const script = scriptsOf(compileText(yaml, { brand: "github" }).pipeline).find(
    ({ name }) => name === step,
  );
  const folder = makeFolder("job");
  const program = [
    `gatehouse() { printf '%s\\n' "$@" > "$AGENT_TEMPDIRECTORY/words"; }`,
    'mkdir "$AGENT_TEMPDIRECTORY/gatehouse"',
    'echo Look. > "$AGENT_TEMPDIRECTORY/gatehouse/prompt.md"',
    script?.script,
  ];
  const env = { AGENT_TEMPDIRECTORY: folder, BUILD_SOURCESDIRECTORY: folder, GITHUB_TOKEN: "t" };
  execFileSync("bash", ["-c", program.join("\n")], {
    env: { PATH: process.env["PATH"], AGENT_BUILDDIRECTORY: folder, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const words = readFileSync(join(folder, "words"), "utf8").split("\n");
  const valueOf = (option: string) =>
    words.flatMap((word, at) => (word === option ? [words[at + 1]] : []));
  const options = {
    config: valueOf("--config"),
    allowDomains: valueOf("--allow-domains"),
    allowUrls: valueOf("--allow-urls"),
    sslBump: words.includes("--ssl-bump"),
  };
  const { policy, problems } = await loadSettings(options, {});
  expect(problems).toEqual([]);
  return (method: string, url: string) => {
    const { hostname: host, pathname: target } = new URL(url);
    return policy?.decideRequest({ scheme: "https", host, port: 443, method, target }).allowed;
  };
}

const urls = "}\nnetwork: {urls: ['https://docs.example.com/**']}";

test.each(["Agent: Run the agent", "Detection: Run the safety check"])(
  "with interception, the step %j lets the engine only read from the API",
  async (step) => {
    const isAllowed = await loadRules(step, `, api-target: api.octo.ghe.com${urls}`);
    for (const host of ["api.github.com", "api.octo.ghe.com"]) {
      const url = `https://${host}/repos/acme/app/issues`;
      const allowed = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"].filter((method) =>
        isAllowed(method, url),
      );
      expect(allowed).toEqual(["GET", "HEAD"]);
      expect(isAllowed("POST", `https://${host}/graphql`)).toBe(false);
    }
    expect(isAllowed("POST", "https://octo.ghe.com/acme/app.git/git-receive-pack")).toBe(false);
    expect(isAllowed("POST", "https://api.githubcopilot.com/chat/completions")).toBe(true);
    expect(isAllowed("POST", "https://copilot-api.octo.ghe.com/chat/completions")).toBe(true);
    expect(isAllowed("POST", "https://docs.example.com/search")).toBe(true);
  },
);

test.each([
  ["a pattern", "}\nnetwork: {urls: ['https://api.github.com/repos/acme/**']}", false],
  ["a pattern of hosts", "}\nnetwork: {urls: ['https://*.github.com/**']}", true],
  ["a domain", `}\nnetwork: {urls: ['https://b.example/**'], allowed: [API.github.com]}`, true],
])("a definition's own rule for the API, %s, is not changed", async (_what, more, isOpen) => {
  const isAllowed = await loadRules("Agent: Run the agent", more);
  expect(isAllowed("POST", "https://api.github.com/repos/acme/app/issues")).toBe(true);
  expect(isAllowed("GET", "https://api.github.com/user")).toBe(isOpen);
});

test("the host of a self-hosted server is not limited, because it also serves Git and models", async () => {
  const isAllowed = await loadRules("Agent: Run the agent", `, api-target: ghe.example.com${urls}`);
  expect(isAllowed("POST", "https://ghe.example.com/acme/app.git/git-upload-pack")).toBe(true);
  expect(isAllowed("POST", "https://api.github.com/repos/acme/app/issues")).toBe(false);
});
