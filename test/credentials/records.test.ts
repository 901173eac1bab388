import { expect, test } from "vitest";
import { appRecords, gateVariable, patSecret } from "../../src/credentials/records.ts";

test("the records have the names from the specification", () => {
  expect(appRecords).toEqual({
    read: { variable: "CP_FORGE_READ_APP_ID", secret: "CP_FORGE_READ_APP_PRIVATE_KEY" },
    write: { variable: "CP_FORGE_WRITE_APP_ID", secret: "CP_FORGE_WRITE_APP_PRIVATE_KEY" },
  });
  expect([patSecret, gateVariable]).toEqual(["CP_FORGE_TOKEN", "CP_FORGE_API_GATE"]);
});
