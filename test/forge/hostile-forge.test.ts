import { describe, expect, test } from "vitest";
import {
  AnswerNotAccepted,
  ForgeUnreachable,
  SingleSignOnRequired,
} from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { longestBodyBytes } from "../../src/forge/read-body.ts";
import { createForgeClient } from "../../src/forge/client.ts";
import { explainAnswer } from "../../src/forge/explain-answer.ts";
import { Secret } from "../../src/shared/secret.ts";
import { failureOf, openOddForge, send } from "./forge-bench.ts";

test("a token that a header cannot contain is not shown", async () => {
  const { profile } = await openOddForge((_request, response) => response.end());
  const token = new Secret("wordsOfTheToken\nandMoreOfThem");
  const client = createForgeClient({ profile, send, token });
  const failure = await failureOf(client.request("POST", "/x"));
  expect(failure).toBeInstanceOf(ForgeUnreachable);
  expect(failure.message).not.toMatch(/wordsOfTheToken|andMoreOfThem/);
});

describe("an endless response", () => {
  test("is abandoned after 10 MB, and not requested again", async () => {
    const piece = Buffer.alloc(1_000_000, "a");
    const { client, asked } = await openOddForge((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const write = () =>
        void (response.destroyed || response.write(piece, () => setImmediate(write)));
      write();
    });
    const failure = await failureOf(client.request("GET", "/x"));
    expect(failure).toBeInstanceOf(AnswerNotAccepted);
    expect(failure.message).toContain("GET /x failed: the response is longer than 10 MB");
    expect(asked()).toHaveLength(1);
  });

  test("is read up to the limit without splitting characters of several bytes", async () => {
    const text = "€".repeat(longestBodyBytes / 4);
    const { client } = await openOddForge((_request, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end(text),
    );
    expect((await client.request("GET", "/x")).body).toBe(text);
  });
});

describe("the link to single sign-on", () => {
  const page = "https://github.com/orgs/acme/sso?authorization_request=a1";

  test.each([
    [page, page],
    ["https://evil.example/orgs/acme/sso", undefined],
    ["http://github.com/orgs/acme/sso", undefined],
    ["https://github.com@evil.example/", undefined],
    ["https://someone@github.com/orgs/acme/sso", undefined],
    ["https://github.com.evil.example/", undefined],
    ["javascript:alert(1)", undefined],
    ["nothing", undefined],
  ])("%s is printed only on the forge's own host: %s", (url, link) => {
    const headers = { "x-github-sso": `required; url=${url}` };
    const answer = { title: "GET /x", status: 403, headers, body: undefined };
    const error = explainAnswer(resolveHost("github.com"), answer);
    expect(error).toBeInstanceOf(SingleSignOnRequired);
    expect(error.hints[0]?.link).toBe(link);
  });
});
