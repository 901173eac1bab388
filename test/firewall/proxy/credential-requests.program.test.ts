import { describe, expect, test } from "vitest";
import {
  carried,
  held,
  mine,
  own,
  read,
  request,
  secrets,
  send,
  shareCertificates,
} from "./credential-origin.ts";

shareCertificates();

describe("a credential is added", () => {
  test.each([
    ["to a covered request", request(read)],
    ["to a path below", request("GET /repos/acme/web/pulls/1")],
    ["to HEAD, which the rule lists", request("HEAD /repos/acme/web")],
    [
      "instead of the placeholder",
      request(read, "Authorization: Bearer kept-outside-by-gatehouse"),
    ],
    ["instead of the command's own", request(read, mine)],
    ["with a query, because the pattern ends in **", request("GET /repos/acme/web?page=2")],
    ["if a query pattern covers the query", request("GET /search?q=x")],
    ["in an absolute-form target", request("GET https://a.test/repos/acme/web")],
    ["with the port in Host", request(read).replace("a.test", "a.test:443")],
    [
      "to every method if the rule lists none",
      request("POST /acme/web.git/x", "Content-Length: 0"),
    ],
    ["in the header of the rule", request("GET /keys/1", `x_own_key: ${own}`)],
  ])("%s", async (_name, raw) => {
    const { received, status } = await send(raw);
    expect(status).toBe("200");
    expect(received.map(carried)).toEqual(["ours"]);
  });

  test.each([
    ["GET /acme/web.git/info/refs?service=git-upload-pack", "Basic"],
    ["POST /acme/web.git/git-upload-pack", "Basic"],
    ["POST /acme/web.git/git-receive-pack", "Basic"],
    ["POST /acme/web.git/info/lfs/objects/batch", "Basic"],
    ["GET /acme/web.git/raw/file", "Bearer"],
    ["GET /repos/acme/web", "Bearer"],
  ])("to %s with %s authentication", async (line, scheme) => {
    const { received } = await send(request(line, "Content-Length: 0"));
    const at = received[0]?.headers.findIndex((name) => name === "authorization") ?? -1;
    expect(received[0]?.headers[at + 1]).toMatch(new RegExp(`^${scheme} `));
    expect(received.map(carried)).toEqual(["ours"]);
  });

  test("and the log names its rule, but not its value", async () => {
    const { logged, log } = await send(request(read));
    expect(await logged(({ kind }) => kind === "request")).toMatchObject({
      credential: "rules.yml:6:12",
    });
    expect(JSON.stringify(log)).not.toContain(held.token);
  });
});

describe("no credential leaves for a request outside of the rules:", () => {
  test.each([
    ["another method", request("POST /repos/acme/web", "Content-Length: 0")],
    ["a method in lower case", request("get /repos/acme/web")],
    ["an unknown method", request("PROPFIND /repos/acme/web")],
    ["another owner", request("GET /repos/evil/web")],
    ["a path that only begins alike", request("GET /repos/acmeevil/web")],
    ["the directory without its slash", request("GET /repos/acme")],
    ["a path in another case", request("GET /Repos/acme/web")],
    ["an escaped letter", request("GET /repos/%61cme/web")],
    ["an escaped slash", request("GET /repos/acme%2fweb")],
    ["a double slash", request("GET /repos/acme//web")],
    ["a double slash before the path", request("GET /x//repos/acme/web")],
    ["a path parameter in the owner", request("GET /repos/acme;x/../web").replace("/../", "/")],
    ["a query that the pattern does not cover", request("GET /search?p=x")],
    ["a query only in the path", request("GET /search%3Fq=x")],
    ["a covered path in the query", request("GET /x?/repos/acme/web")],
    ["a covered URL in the query", request("GET /x?u=https://a.test/repos/acme/web")],
    ["OPTIONS *", request("OPTIONS *")],
  ])("%s", async (_name, raw) => {
    const { received } = await send(raw.replace("Connection", `${mine}\r\nConnection`));
    expect(received.map(carried).filter((each) => each !== "none")).toEqual([]);
  });

  test.each([
    ["b.test", "GET /repos/acme/web"],
    ["other.test", "GET /repos/acme/web"],
  ])("another host, %s, and what the command sends there stays as it is", async (host, line) => {
    const raw = request(line, mine).replace("a.test", host);
    const { received } = await send(raw, `${host}:443`);
    expect(received.map(carried)).toEqual(["the command's own"]);
  });
});

describe("the request is denied and does not leave:", () => {
  test.each([
    ["TRACE, which would return the credential", request("TRACE /acme/web.git/x")],
    ["a token in the query", request("GET /repos/acme/web?access_token=x")],
    ["a key in the query", request("GET /repos/acme/web?key=x")],
    ["a token of GitLab", request("GET /repos/acme/web?private_token=x")],
    ["a token in an array", request("GET /repos/acme/web?access_token[]=x")],
    ["a token with a dot", request("GET /repos/acme/web?access.token=x")],
    ["a signed URL", request("GET /repos/acme/web?X-Amz-Credential=x&X-Amz-Signature=y")],
    ["a shared access signature", request("GET /repos/acme/web?sig=x")],
    ["a token after a semicolon", request("GET /repos/acme/web?a=1;token=x")],
    ["a dot segment", request("GET /repos/acme/../evil")],
    ["an escaped dot segment", request("GET /repos/acme/%2e%2e/evil")],
    ["another Host", request(read).replace("Host: a.test", "Host: b.test")],
    ["no Host", request(read).replace("Host: a.test\r\n", "")],
    ["two Hosts", request(read, "Host: b.test")],
    ["another host in the target", request("GET https://b.test/repos/acme/web")],
    ["another scheme in the target", request("GET http://a.test/repos/acme/web")],
    ["user information in the target", request("GET https://x@a.test/repos/acme/web")],
    ["a nested CONNECT", request("CONNECT a.test:443").replace("Host: a.test", "Host: a.test:443")],
    ["both lengths", request(read, "Content-Length: 3", "Transfer-Encoding: chunked")],
    ["a space before the colon", request(read, "X-A : 1")],
    ["a folded header", request(read, "X-A: 1\r\n Authorization: x")],
    ["a bare line feed", request(read, "X-A: 1\nHost: b.test")],
    ["an HTTP/2 preface on HTTP/1.1", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a rule whose variable is not set", request("GET /unset/x")],
    ["a rule whose token cannot be minted", request("GET /app/x")],
  ])("%s", async (_name, raw) => {
    const { received, answer } = await send(raw);
    expect(received).toEqual([]);
    for (const secret of secrets) expect(answer).not.toContain(secret);
  });
});

describe("headers of the command", () => {
  test.each([
    "Authorization",
    "authorization",
    "X-Authorization",
    "Cookie",
    "X-Api-Key",
    "X_Api_Key",
    "Api-Key",
    "X-Goog-Api-Key",
    "Private-Token",
    "Job-Token",
    "X-Auth-Token",
    "X-GitHub-Token",
    "X-Amz-Security-Token",
    "X-RapidAPI-Key",
    "X-JFrog-Art-Api",
    "Ocp-Apim-Subscription-Key",
    "Proxy-Authorization",
  ])("%s with another credential is removed", async (name) => {
    const { received } = await send(request(read, `${name}: Bearer ${own}`));
    expect(received.map(carried)).toEqual(["ours"]);
  });

  test.each([
    ["the header of another rule of the host", request("GET /other", `X-Own-Key: ${own}`)],
    ["pagination", request("GET /repos/acme/web?page_token=1&next_token=2")],
  ])("%s: nothing of the command's is sent", async (_name, raw) => {
    const { received } = await send(raw);
    expect(received).toHaveLength(1);
    expect(received.map(carried)).not.toContain("the command's own");
  });

  test.each([
    ["two Authorization headers", [mine, mine]],
    ["Connection names the credential", ["Connection: close, authorization"]],
    ["Connection names it twice", ["Connection: authorization", "Connection: x-own-key"]],
    ["TE and trailers", ["TE: trailers", "Trailer: Authorization"]],
    ["a method override", ["X-HTTP-Method-Override: GET"]],
    ["the same path in X-Original-URL", ["X-Original-URL: /repos/acme/web"]],
  ])("cannot change the credential: %s", async (_name, headers) => {
    const { received } = await send(request(read, ...headers));
    expect(received.map(carried)).toEqual(["ours"]);
    const names = received.flatMap(({ headers: flat }) => flat.filter((_, at) => at % 2 === 0));
    expect(names.filter((name) => /^authorization$/i.test(name))).toHaveLength(1);
    expect(names.join()).not.toMatch(/override|original-url/i);
  });

  test.each([
    ["DELETE", "X-HTTP-Method-Override: DELETE"],
    ["another path", "X-Original-URL: /repos/evil/web"],
    ["another path", "X-Rewrite-URL: /admin"],
  ])("that apply the request to %s do not reach the origin", async (_name, header) => {
    const { received } = await send(request(read, header));
    const [, name = ""] = /^(.*?):/.exec(header) ?? [];
    expect(received.flatMap(({ headers }) => headers).join()).not.toContain(name);
  });
});
