import { describe, expect, test } from "vitest";
import { credentialVariables } from "../../src/firewall/credential-variables.ts";
import type { CredentialSource } from "../../src/firewall/rules/credential-rule.ts";

const placeholder = "kept-outside-by-gatehouse";
const rule = (source: CredentialSource, text = "https://a.test/**") => ({ id: "1", text, source });
const app = { kind: "app", role: "read", host: "a.test", repositories: ["acme/web"] } as const;

describe("the variables of a command with credentials", () => {
  test("contain placeholders for the forge's CLIs, Git and npm", () => {
    const npm = rule({ kind: "env", name: "NPM_TOKEN" }, "https://npm.test:8443/x/**");
    const { variables } = credentialVariables([rule(app), npm], {});
    expect(variables).toMatchObject({
      GH_TOKEN: placeholder,
      GITHUB_TOKEN: placeholder,
      NPM_TOKEN: placeholder,
      "npm_config_//npm.test:8443/:_authToken": placeholder,
      GIT_CONFIG_COUNT: "4",
      GIT_CONFIG_KEY_0: "credential.https://a.test.helper",
      GIT_CONFIG_VALUE_0: "",
    });
    expect(variables["GIT_CONFIG_VALUE_1"]).toContain(`password=${placeholder}`);
  });

  test("omit the credentials, gatehouse's own variables, and copies under other names", () => {
    const env = {
      KEY: "secret-0123456789",
      COPY: "secret-0123456789",
      IN_TEXT: "https://user:secret-0123456789@a.test",
      CP_FORGE_WRITE_APP_PRIVATE_KEY: "key-0123456789",
      OTHER_KEY: "key-0123456789",
      PLAIN: "x",
    };
    const { excluded } = credentialVariables([rule({ kind: "env", name: "KEY" })], env);
    expect(excluded.toSorted()).toEqual(
      Object.keys(env)
        .filter((name) => name !== "PLAIN")
        .toSorted(),
    );
  });

  test("follow the Git settings that the command receives", () => {
    const { variables } = credentialVariables([rule(app)], {}, { gitSettings: 2 });
    expect(variables).toMatchObject({
      GIT_CONFIG_COUNT: "4",
      GIT_CONFIG_KEY_2: "credential.https://a.test.helper",
    });
    expect(variables).not.toHaveProperty("GIT_CONFIG_KEY_0");
  });

  test("are unchanged without credentials", () => {
    const env = { CP_FORGE_TOKEN: "secret-0123456789" };
    expect(credentialVariables([], env)).toEqual({ variables: {}, excluded: [] });
  });
});
