import { execFileSync } from "node:child_process";
import { execPath } from "node:process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { childEnvironment } from "../../src/shared/child-environment.ts";

test("a child gets its paths, locale and proxies, in upper or lower case", () => {
  const env = { PATH: "/bin", LC_ALL: "C", XDG_STATE_HOME: "/s", https_proxy: "p", Path: "w" };
  expect(childEnvironment(env)).toEqual(env);
});

test("a child gets no other variables, whatever their names", () => {
  const env = { CP_FORGE_TOKEN: "t", GH_TOKEN: "t", MY_PEM: "k", DEBUG: "*", NODE_OPTIONS: "-r x" };
  expect(childEnvironment(env)).toEqual({});
});

test("a variable removed from the environment reaches no child process of any library, but stays available to us", () => {
  const module = pathToFileURL("src/shared/child-environment.ts").href;
  const lines = `
    import { spawnSync } from "node:child_process";
    import { ourEnvironment, setEnvironment } from ${JSON.stringify(module)};
    setEnvironment();
    setEnvironment();
    const child = spawnSync(process.execPath, ["-p", "process.env.CP_FORGE_TOKEN"]);
    console.log(child.stdout.toString().trim(), ourEnvironment().CP_FORGE_TOKEN);`;
  const args = ["--import", "tsx", "--input-type=module", "-e", lines];
  const env = { ...process.env, CP_FORGE_TOKEN: "the-token" };
  expect(execFileSync(execPath, args, { env }).toString()).toBe("undefined the-token\n");
});
