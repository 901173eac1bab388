import { describe, expect, test } from "vitest";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { openEngineBench, plain, withApp } from "./engine-bench.ts";

const pem = String(claimKey().export({ type: "pkcs1", format: "pem" }));

describe("an App's key is verified before it is stored", () => {
  const answers = {
    ...withApp,
    "app-key-when": "now",
    "app-key-consent": "store FORGE_APP_PRIVATE_KEY for probe",
    "app-key-from": "file",
    "app-key-file": "key.pem",
  };
  const error = new InvalidInput("The key belongs to the App other, not to 1234567.");
  const open = (kind: "refused" | "unknown" | "verified") =>
    openEngineBench({
      file: plain,
      change: {
        readKeyFile: () => Promise.resolve(new Secret(pem)),
        verifyAppKey: () => Promise.resolve(kind === "verified" ? { kind } : { kind, error }),
      },
    });

  test("a key of another App is not stored", async () => {
    const bench = open("refused");
    const left = await bench.configure({ ...answers, "failure:app-key-proof": "later" });
    expect(left.result?.secrets).toMatchObject([{ state: "later" }]);
    const stopped = await bench.configure({ ...answers, "failure:app-key-proof": "stop" });
    expect(stopped.error?.message).toContain("not to 1234567");
    expect(bench.stored).toEqual({});
  });

  test("if the forge cannot be reached, the key is stored only after an explicit yes", async () => {
    const bench = open("unknown");
    const stopped = await bench.configure({ ...answers, "failure:app-key-unverified": "stop" });
    expect(stopped.error?.message).toBe("The key could not be verified. It is not stored.");
    expect((await bench.configure(answers)).result).toBeUndefined();
    expect(bench.stored).toEqual({});
    await bench.configure({ ...answers, "failure:app-key-unverified": "unverified" });
    expect(bench.stored).toEqual({ FORGE_APP_PRIVATE_KEY: pem });
  });

  test("a key of the App is stored", async () => {
    const bench = open("verified");
    await bench.configure(answers);
    expect(bench.stored).toEqual({ FORGE_APP_PRIVATE_KEY: pem });
  });
});
