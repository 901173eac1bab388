import { expect, test } from "vitest";
import { runAgent } from "./run-agent.ts";
import { openSecureServer } from "./secure-front.ts";

test("with a URL pattern for one path, the engine reaches only that path of the host", async () => {
  const heard: (string | undefined)[] = [];
  const server = await openSecureServer((asked, reply) => {
    heard.push(asked.url);
    reply.end("here");
  });
  const urls = ["/open/page", "/closed", "/open/../closed"].map(
    (path) => `${server.origin}${path}`,
  );
  const yaml = [
    "name: probe",
    `engine: {command: COMMAND, env: {PROBE_URLS: '${urls.join(" ")}'}}`,
    `network: {urls: ['${server.origin}/open/**']}`,
  ].join("\n");
  const { agent, report } = await runAgent(yaml, {
    secrets: { FORGE_TOKEN: "the-operators-token" },
    env: { NODE_EXTRA_CA_CERTS: server.certificate },
  });
  expect(agent?.result).toBe("Succeeded");
  // Its TLS connection is terminated in the sandbox, whose certificate it trusts: otherwise it
  // would get no response.
  expect(report().pages).toEqual(["200", "403", "403"]);
  expect(heard).toEqual(["/open/page"]);
});
