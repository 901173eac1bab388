import { expect, test } from "vitest";
import { findPatDate } from "../../../src/plane/setup/pat-date.ts";
import { PatUnseen } from "../../../src/plane/setup/pat-unseen.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { exitCode } from "../../../src/shared/errors.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { openBench } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const path = "/repos/acme/control/environments/control-plane";

test("if the forge's plan has no environment secrets, the limitation and the alternatives are reported", async () => {
  const { client, control, rest } = await openBench();
  await rest("PUT", path, {});
  await control("PATCH", "world", {
    organizations: { acme: { plan: "free" } },
    repositories: { "acme/control": { visibility: "private" } },
  });
  const error = await findPatDate({ client, repository }, "control-plane").catch(
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(PatUnseen);
  const { message, hints, exitCode: code, cause } = error as PatUnseen;
  expect(message).toBe(
    "Could not check whether CP_FORGE_TOKEN is stored in the environment control-plane: the API answered 403. On the Free plan, private repositories cannot have environment secrets.",
  );
  expect(hints.map(({ text }) => text).join(" ")).toMatch(/Team.*Pro.*Apps.*public/);
  expect(code).toBe(exitCode.refused);
  expect(cause).toMatchObject({ status: 403 });
});

test("an exhausted rate limit is not treated as a rejection by the plan", async () => {
  const { client, emulator, rest } = await openBench();
  await rest("PUT", path, {});
  const on = `GET ${path}/secrets/CP_FORGE_TOKEN`;
  emulator.setFaults([{ on, play: { kind: "rate-limited" } }]);
  const error = await findPatDate({ client, repository }, "control-plane").catch(
    (each: unknown) => each,
  );
  expect(error).not.toBeInstanceOf(PatUnseen);
  expect(error).toBeInstanceOf(RefusedByForge);
});
