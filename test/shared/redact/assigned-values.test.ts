import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { findShapes, redact } from "../../../src/shared/redact.ts";

const hex = `a1b2c3${randomBytes(16).toString("hex")}`;
const base64 = `aB1c2D3${randomBytes(24).toString("base64")}`;
const lower = `k3j9z7v2${BigInt(`0x${hex}`).toString(36)}`;

test.each([
  `API_TOKEN=${hex}`,
  `export MY_SERVICE_TOKEN="${base64}"`,
  `{"apiKey": "${lower}"}`,
  `api-key: ${lower}`,
  `aws_secret_access_key = ${base64}`,
  `DB_ACCESS_KEY='${lower}'`,
  `//registry.example/:_authToken=${randomUUID()}`,
  `AccountKey=${base64};EndpointSuffix=example`,
  `const clientSecret = \`${lower}\`;`,
  `{\\"webhook_token\\":\\"${hex}\\"}`,
  `https://x.blob.example/c?sv=2024-01-01&sig=a1B2c3${randomBytes(32).toString("hex")}%3D`,
])("a random value after the name of a secret is found: %s", (text) => {
  expect(findShapes(text)).toContainEqual(
    expect.objectContaining({ kind: "field of a secret", isCertain: true }),
  );
  expect(redact(text)).toContain("[secret]");
});

test.each([
  "API_TOKEN=${{ secrets.API_TOKEN_2024_01 }}",
  "API_TOKEN=$(API_TOKEN1)",
  'API_TOKEN="<your-api-token-goes-here>"',
  "API_TOKEN=xxxxxxxxxxxxxxxxxxxxxxxx",
  "API_TOKEN=your_api_token_here_1234567890",
  "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "const token = createInstallationToken(app, installation2);",
  "accessToken: response.data.installation.accessToken1",
  '"node_modules/js-tokens": { "version": "4.0.0", "integrity": "sha512-RdJUflcE3cUzKiMqQgsCu06FPu9UdIJO0beYbPhHN4k6apgJtifcoCtT9bcxOpYBtpD2kCM6Sbzg4CausW/PKQ==" }',
  "PUBLIC_KEY=AAAAB3NzaC1yc2EAAAADAQABAAABgQC7J2a8x9k3m5n1",
  "cache-key: linux-node-3f786850e387550fdab836ed7e6dc881de23001b",
  "commit 3f786850e387550fdab836ed7e6dc881de23001b",
  "tokens: 128000, secret: true, credentials: include",
  "secret-name: projects/acme-1/secrets/deploy/versions/12",
])("a name, a placeholder or a hash is not a finding: %s", (text) => {
  expect(findShapes(text).filter(({ isCertain }) => isCertain)).toEqual([]);
});
