import { expect, test } from "vitest";
import { prepareRuntime } from "../../src/firewall/prepare-runtime.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const env = { PATH: "/usr/bin:/bin" };
const settings = {
  runtime: "bubblewrap",
  image: undefined,
  enableApiProxy: false,
  engine: undefined,
};
const provider = {
  AGENT_PROVIDER_BASE_URL: "https://api.example.com/v1",
  AGENT_PROVIDER_API_KEY: "k",
};

test("without an image, a container is started, and nothing is pulled", async () => {
  expect(await prepareRuntime(settings, env)).toEqual({ runtime: "bubblewrap" });
});

test("a runtime that is not installed or does not pull images prepares nothing", async () => {
  expect(await prepareRuntime({ ...settings, runtime: "none" }, env)).toBeUndefined();
  expect(await prepareRuntime({ ...settings, image: "debian:12" }, env)).toBeUndefined();
});

test("with a sidecar, its provider is reported, but not the provider's key", async () => {
  const wants = { ...settings, enableApiProxy: true };
  await expect(prepareRuntime(wants, env)).rejects.toThrow(InvalidInput);
  expect(await prepareRuntime(wants, { ...env, ...provider })).toEqual({
    runtime: "bubblewrap",
    provider: "api.example.com",
  });
  const ofEngine = { ...wants, engine: "claude" as const };
  expect(await prepareRuntime(ofEngine, { ...env, ANTHROPIC_API_KEY: "k" })).toEqual({
    runtime: "bubblewrap",
    provider: "api.anthropic.com",
  });
});
