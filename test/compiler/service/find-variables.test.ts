import { expect, onTestFinished, test, vi } from "vitest";
import { findVariables } from "../../../src/compiler/service/find-variables.ts";
import { openPipelineCli } from "../../../src/compiler/service/pipeline-cli.ts";
import { comparableAddress } from "../../../src/compiler/service/repository-address.ts";
import { storeSecret } from "../../../src/compiler/service/store-secret.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { openPipelineService, ownRepository } from "./pipeline-service.ts";

const made = { files: ["agents/probe.yml"], remotes: [comparableAddress(ownRepository)] };
const listed = [{ id: 7, name: "probe", file: "agents/probe.yml" }];

test("a variable that is not secret counts as missing until it is stored as a secret", async () => {
  const variables = { "pipeline 7": { FORGE_TOKEN: "for all", MODEL_KEY: "kept" } };
  const service = openPipelineService(listed, { open: ["FORGE_TOKEN"], variables });
  vi.stubEnv("PATH", `${service.bin}:${process.env["PATH"] ?? ""}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const cli = openPipelineCli({});
  const [location] = (await findVariables(cli, made)).locations;
  expect(location?.names).toEqual(["MODEL_KEY"]);
  const secret = { name: "forge_token", value: new Secret("the-value-itself") };
  expect(location && (await storeSecret(cli, location, secret))).toBe("replaced");
  const [after] = (await findVariables(cli, made)).locations;
  expect(after?.names).toEqual(["FORGE_TOKEN", "MODEL_KEY"]);
});
