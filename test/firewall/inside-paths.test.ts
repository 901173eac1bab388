import { expect, test } from "vitest";
import { fakePolicy } from "./proxy/fake-policy.ts";
import { policyOf } from "./rules/compile.ts";
import { choosePlaces, findTooManyPorts, proxyVariables } from "../../src/firewall/inside-paths.ts";

const locations = (ports: readonly number[], more: object = {}) =>
  choosePlaces({ ...fakePolicy({}), ports }, { resolve: [], enableApiProxy: false, ...more });

test("tools without proxy support are captured at ports 80 and 443, and at ports of rules and --resolve", () => {
  const resolve = [{ host: "a.test", port: 9443, address: "127.0.0.1", addressPort: 1 }];
  expect(locations([8443, 443], { resolve }).caughtPorts).toEqual([80, 443, 8443, 9443, 22]);
});

test("the proxy never uses a port that a rule names", () => {
  expect(locations([]).proxyPort).toBe(3128);
  expect(locations([3128, 3129]).proxyPort).toBe(3130);
  const both = locations([3129], { enableApiProxy: true });
  expect([both.proxyPort, both.providerPort]).toEqual([3128, 3130]);
});

test("more ports than a container can capture are a problem of the rules", () => {
  const many = Array.from({ length: 61 }, (_, index) => 9000 + index);
  expect(findTooManyPorts({ ports: [80, 443, ...many.slice(1)] }, { resolve: [] })).toEqual([]);
  expect(findTooManyPorts({ ports: many }, { resolve: [] })).toEqual([
    {
      id: "ports",
      text: "61 ports",
      problem: "are too many: a container supports 60 in addition to 80 and 443",
    },
  ]);
});

test("SSH is captured to explain its denial, unless the rules already name as many ports as possible", () => {
  expect(locations([]).caughtPorts).toEqual([80, 443, 22]);
  const many = Array.from({ length: 60 }, (_, index) => 9000 + index);
  expect(locations(many).caughtPorts).toHaveLength(62);
  expect(locations(many).caughtPorts).not.toContain(22);
});

test("the sidecar has a port only if it is enabled", () => {
  expect(locations([])).not.toHaveProperty("providerPort");
});

test("each spelling of the proxy variables points to the proxy, and addresses inside bypass it", () => {
  const variables = proxyVariables(locations([]));
  for (const name of ["HTTP_PROXY", "https_proxy", "ALL_PROXY", "http_proxy"]) {
    expect(variables[name]).toBe("http://127.0.0.1:3128");
  }
  // Node 22 would print a warning.
  expect(variables).not.toHaveProperty("NODE_USE_ENV_PROXY");
  expect(variables["no_proxy"]).toBe(variables["NO_PROXY"]);
  expect(variables["NO_PROXY"]?.split(",")).toContain("127.0.0.1");
});

test("a service that a rule names at [::1] is reached through the proxy, which captures only IPv4", async () => {
  const places = async (...domains: readonly string[]) => {
    const policy = await policyOf({ domains });
    return proxyVariables(choosePlaces(policy, { resolve: [], enableApiProxy: false }));
  };
  expect((await places("[::1]:8080"))["NO_PROXY"]).toBe("localhost,127.0.0.1");
  expect((await places("127.0.0.1:8080"))["NO_PROXY"]).toBe("localhost,127.0.0.1,::1");
});
