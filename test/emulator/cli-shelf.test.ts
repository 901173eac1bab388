import { Readable } from "node:stream";
import sodium from "libsodium-wrappers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runForgeCli } from "../../emulator/cli/forge-cli.ts";
import { startCliBench, type CliBench } from "./cli-bench.ts";

let bench: CliBench;

beforeEach(async () => {
  bench = await startCliBench();
});

afterEach(() => bench.close());

describe("variables", () => {
  const path = "/repos/acme/control/actions/variables";

  test("set creates a variable", async () => {
    bench.replies[`POST ${path}`] = { status: 201, json: {} };
    const argv = ["variable", "set", "CP_ID", "--repo", "acme/control", "--body", "Iv1.abc"];
    expect(await bench.run(argv)).toEqual({
      code: 0,
      stdout: "✓ Created variable CP_ID for acme/control\n",
      stderr: "",
    });
    expect(bench.sent(0)).toEqual({ name: "CP_ID", value: "Iv1.abc" });
  });

  test("set changes a variable that exists", async () => {
    bench.replies[`POST ${path}`] = { status: 409, json: { message: "Already exists" } };
    bench.replies[`PATCH ${path}/CP_ID`] = { status: 204 };
    const argv = ["variable", "set", "CP_ID", "-R", "acme/control"];
    expect((await bench.run(argv, { stdin: "two\n" })).stdout).toContain("Updated variable CP_ID");
    expect(bench.sent(1)).toEqual({ name: "CP_ID", value: "two" });
  });

  test("an environment has its own variables", async () => {
    bench.replies["GET /repos/acme/control/environments/my%20prod/variables/CP_ID"] = {
      status: 200,
      json: { name: "CP_ID", value: "x" },
    };
    const argv = ["variable", "get", "CP_ID", "-R", "acme/control", "--env", "my prod"];
    expect((await bench.run(argv)).stdout).toBe("x\n");
  });

  test("list prints lines for scripts, or the fields that --json names", async () => {
    bench.replies[`GET ${path}?per_page=100&page=1`] = {
      status: 200,
      json: {
        total_count: 1,
        variables: [{ name: "A", value: "1", updated_at: "2026-01-01T00:00:00Z" }],
      },
    };
    expect((await bench.run(["variable", "list", "-R", "acme/control"])).stdout).toBe(
      "A\t1\t2026-01-01T00:00:00Z\n",
    );
    const json = await bench.run([
      "variable",
      "list",
      "-R",
      "acme/control",
      "--json",
      "name,value",
    ]);
    expect(json.stdout).toBe('[{"name":"A","value":"1"}]\n');
  });

  test("a rejected request is reported with status, message and address", async () => {
    const result = await bench.run(["variable", "delete", "NONE", "-R", "acme/control"]);
    expect(result).toEqual({
      code: 1,
      stdout: "",
      stderr: `HTTP 404: Not Found (http://${bench.host}/api/v3${path}/NONE)\n`,
    });
  });
});

describe("secrets", () => {
  const path = "/repos/acme/control/actions/secrets";
  const argv = ["secret", "set", "CP_KEY", "--repo", "acme/control"];

  async function offerKey() {
    await sodium.ready;
    const pair = sodium.crypto_box_keypair();
    const key = Buffer.from(pair.publicKey).toString("base64");
    bench.replies[`GET ${path}/public-key`] = { status: 200, json: { key, key_id: "42" } };
    bench.replies[`PUT ${path}/CP_KEY`] = { status: 201, json: {} };
    return (body: string) => {
      const { encrypted_value: box } = JSON.parse(body) as { encrypted_value: string };
      const opened = sodium.crypto_box_seal_open(
        Buffer.from(box, "base64"),
        pair.publicKey,
        pair.privateKey,
      );
      return Buffer.from(opened).toString();
    };
  }

  test("set encrypts standard input, without trailing line breaks", async () => {
    const open = await offerKey();
    const result = await bench.run(argv, { stdin: "line1\nline2 ü\r\n\n" });
    expect(result).toEqual({
      code: 0,
      stdout: "✓ Set secret CP_KEY for acme/control\n",
      stderr: "",
    });
    expect(bench.seen[1]?.body).not.toContain("line1");
    expect(open(bench.seen[1]?.body ?? "")).toBe("line1\nline2 ü");
    expect(bench.sent(1)).toMatchObject({ key_id: "42" });
  });

  test.each(["", "\n", " \r\n"])(
    "an empty value (%j) is refused and nothing is sent",
    async (stdin) => {
      const result = await bench.run(argv, { stdin });
      expect(result).toMatchObject({ code: 1, stdout: "" });
      expect(result.stderr).toContain("the value on standard input is empty: nothing was stored");
      expect(bench.seen).toEqual([]);
    },
  );

  test("a value on the command line is a usage error", async () => {
    const result = await bench.run([...argv, "--body", "s3cret"], { stdin: "x" });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("--body");
    expect(result.stderr).not.toContain("s3cret");
    expect(bench.seen).toEqual([]);
  });

  test("a terminal as standard input is refused", async () => {
    let stderr = "";
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    const io = { stdin, stdout: () => {}, stderr: (text: string) => (stderr += text) };
    expect(await runForgeCli(argv, { ...io, env: { FORGE_CONFIG_DIR: bench.folder } })).toBe(1);
    expect(stderr).toContain("pipe it");
  });

  test("an environment that does not exist fails at its public key", async () => {
    const result = await bench.run([...argv, "--env", "missing"], { stdin: "x" });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("failed to fetch public key: HTTP 404: Not Found");
  });

  test("list shows names and times, delete removes one entry", async () => {
    bench.replies[`GET ${path}?per_page=100&page=1`] = {
      status: 200,
      json: { total_count: 1, secrets: [{ name: "CP_KEY", updated_at: "2026-01-01T00:00:00Z" }] },
    };
    bench.replies[`DELETE ${path}/CP_KEY`] = { status: 204 };
    const listed = await bench.run(["secret", "list", "-R", "acme/control"]);
    expect(listed.stdout).toBe("CP_KEY\t2026-01-01T00:00:00Z\n");
    const deleted = await bench.run(["secret", "delete", "CP_KEY", "-R", "acme/control"]);
    expect(deleted.stdout).toBe("✓ Deleted secret CP_KEY from acme/control\n");
  });
});
