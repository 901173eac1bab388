import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startCliBench, type CliBench } from "./cli-bench.ts";

let bench: CliBench;

beforeEach(async () => {
  bench = await startCliBench();
});

afterEach(() => bench.close());

describe("api", () => {
  test("prints the body unchanged", async () => {
    bench.replies["GET /rate_limit"] = { status: 200, json: { rate: {} } };
    expect(await bench.run(["api", "/rate_limit"])).toEqual({
      code: 0,
      stdout: '{"rate":{}}',
      stderr: "",
    });
  });

  test("-i shows the head before the body", async () => {
    bench.replies["GET /rate_limit"] = { status: 200, json: {}, headers: { etag: '"1"' } };
    const { stdout } = await bench.run(["api", "-i", "rate_limit"]);
    expect(stdout).toMatch(/^HTTP\/1\.1 200 OK\n/);
    expect(stdout).toContain('Etag: "1"\r\n');
    expect(stdout).toMatch(/\r\n\r\n\{\}$/);
  });

  test("status 304 exits with 1, and its head is printed", async () => {
    bench.replies["GET /rate_limit"] = { status: 304 };
    const result = await bench.run(["api", "-i", "rate_limit", "-H", 'If-None-Match: "1"']);
    expect(result).toMatchObject({ code: 1, stderr: "forge: HTTP 304\n" });
    expect(result.stdout).toMatch(/^HTTP\/1\.1 304 Not Modified\n/);
    expect(bench.seen[0]?.headers["if-none-match"]).toBe('"1"');
  });

  test("a rejected request prints the body and the reason", async () => {
    bench.replies["POST /things"] = {
      status: 422,
      json: { message: "Validation Failed", errors: [{ message: "name is taken" }, "too long"] },
    };
    const result = await bench.run(["api", "-X", "POST", "things"]);
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("Validation Failed");
    expect(result.stderr).toBe("forge: Validation Failed (HTTP 422)\nname is taken\ntoo long\n");
  });

  test("fields make the request a POST, with typed and nested values", async () => {
    bench.replies["POST /things"] = { status: 201, json: {} };
    const fields = ["-f", "name=12", "-F", "count=12", "-F", "on=true", "-F", "none=null"];
    const nested = ["-f", "a[b][c]=x", "-f", "list[]=1", "-F", "list[]=2"];
    await bench.run(["api", "things", "--silent", ...fields, ...nested]);
    expect(bench.sent(0)).toEqual({
      name: "12",
      count: 12,
      on: true,
      none: null,
      a: { b: { c: "x" } },
      list: ["1", 2],
    });
  });

  test("fields of a GET request become its query", async () => {
    await bench.run(["api", "-X", "get", "things?a=1", "-f", "b=x y"]);
    expect(bench.seen[0]).toMatchObject({ method: "GET", url: "/api/v3/things?a=1&b=x+y" });
  });

  test("--input - sends standard input as the body", async () => {
    bench.replies["PUT /things"] = { status: 204 };
    const result = await bench.run(["api", "-X", "PUT", "things", "--input", "-"], {
      stdin: '{"a":1}',
    });
    expect(result).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(bench.seen[0]?.body).toBe('{"a":1}');
  });

  test("graphql accepts query and variables", async () => {
    await bench.run(["api", "graphql", "-f", "query={viewer{login}}", "-F", "n=3"]);
    expect(bench.seen[0]).toMatchObject({ method: "POST", url: "/api/graphql" });
    expect(bench.sent(0)).toEqual({
      query: "{viewer{login}}",
      variables: { n: 3 },
    });
  });

  test("--paginate follows the links and joins lists", async () => {
    const link = `<http://${bench.host}/api/v3/things?page=2>; rel="next"`;
    bench.replies["GET /things"] = { status: 200, json: [1], headers: { link } };
    bench.replies["GET /things?page=2"] = { status: 200, json: [2] };
    expect((await bench.run(["api", "--paginate", "things"])).stdout).toBe("[1,2]");
  });

  test("--cache sends one request until the cached response expires, also for a 404", async () => {
    const argv = ["api", "-i", "things", "--cache", "1h"];
    const first = await bench.run(argv);
    bench.replies["GET /things"] = { status: 200, json: [] };
    expect(await bench.run(argv)).toEqual(first);
    expect(first.code).toBe(1);
    expect(bench.seen).toHaveLength(1);

    const env = { FORGE_HOST: bench.host, FORGE_CLI_TOKEN: "ghs_other" };
    expect((await bench.run(argv, { env })).code).toBe(0);
    expect((await bench.run(["api", "things", "--cache", "0s"])).stdout).toBe("[]");
    expect((await bench.run(["api", "things", "--cache", "soon"])).code).toBe(2);
  });

  test("the token is sent to its own host only", async () => {
    const result = await bench.run(["api", "https://elsewhere.example/api/v3/user"]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(
      (await bench.run(["api", `http://${bench.host}.elsewhere.example/api/v3/user`])).code,
    ).toBe(2);
    expect(bench.seen).toEqual([]);
  });

  test("a token as an argument is a usage error", async () => {
    expect((await bench.run(["api", "user", "-H", "Authorization: token x"])).code).toBe(2);
  });
});
