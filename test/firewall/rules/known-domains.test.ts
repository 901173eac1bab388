import { expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { knownNeeds } from "../../../src/firewall/rules/known-domains.ts";
import { forgeDomains, providerDomains } from "../../../src/forge/forge-domains.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";

const texts = [
  ...knownNeeds.flatMap(({ domains }) => domains),
  ...["github.com", "forge.example", "acme.ghe.com", "forge.example:8443"].flatMap((host) =>
    forgeDomains(resolveHost(host)),
  ),
  ...providerDomains({ name: "github" }),
];

test("every known domain is a valid rule, and occurs once", async () => {
  const rules = texts.map((text, index) => ({ id: `${index}`, text }));
  expect((await compilePolicy({ allowDomains: rules })).problems).toBeUndefined();
  expect(texts).toHaveLength(new Set(texts).size);
});

test("the forge's rules cover the hosts that the forge's clients use", async () => {
  const covers = async (host: string, asked: string) => {
    const allowDomains = forgeDomains(resolveHost(host)).map((text) => ({ id: "1", text }));
    const { policy } = await compilePolicy({ allowDomains });
    return policy?.decideConnection({ scheme: "https", host: asked, port: 443 }).allowed;
  };
  for (const asked of ["github.com", "api.github.com", "codeload.github.com"])
    expect(await covers("github.com", asked)).toBe(true);
  expect(await covers("acme.ghe.com", "api.acme.ghe.com")).toBe(true);
  expect(await covers("acme.ghe.com", "github.com")).toBe(false);
});
