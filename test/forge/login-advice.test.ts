import { expect, test } from "vitest";
import { describeEmbeddedHost, resolveHost } from "../../src/forge/host-profile.ts";
import {
  explainHowToCheck,
  explainHowToRenew,
  explainHowToSignIn,
} from "../../src/forge/login-advice.ts";
import type { Hint } from "../../src/shared/errors.ts";

const here = "http://127.0.0.1:4173";
const token = "with the embedded forge's operator token on standard input";
const byProxy = `http_proxy=${here} gh auth login --hostname github.localhost --with-token`;

function formatHint({ text, command }: Hint): string {
  return command === undefined ? text : `${text}: ${command}`;
}

test.each([
  [
    "the public forge",
    resolveHost("github.com"),
    "Sign in: gh auth login --hostname github.com --scopes workflow",
    "Do: gh auth refresh --hostname github.com --scopes workflow,read:org",
    "Look: gh auth status --hostname github.com",
  ],
  [
    "a self-hosted server",
    resolveHost("git.example"),
    "Sign in: gh auth login --hostname git.example --scopes workflow",
    "Do: gh auth refresh --hostname git.example --scopes workflow,read:org",
    "Look: gh auth status --hostname git.example",
  ],
  [
    "the embedded forge with the real CLI",
    resolveHost(here, "github"),
    `Sign in, ${token}: ${byProxy}`,
    `Do, ${token}: ${byProxy}`,
    `Look: http_proxy=${here} gh auth status --hostname github.localhost`,
  ],
  [
    "the embedded forge",
    resolveHost(here),
    "Start the embedded forge, which signs you in: gatehouse emulator --port 4173",
    "Do: stop the embedded forge and start it again: gatehouse emulator --port 4173",
    "Look",
  ],
  [
    "the embedded forge of this process",
    describeEmbeddedHost(here),
    "Sign in: run the same command again; the embedded forge signs you in",
    "Do: run the same command again; the embedded forge signs you in",
    "Look",
  ],
])(
  "%s: advice about an account consists of complete commands",
  (_, profile, signIn, renew, check) => {
    expect(formatHint(explainHowToSignIn(profile))).toBe(signIn);
    expect(formatHint(explainHowToRenew(profile, "Do", ["workflow", "read:org"]))).toBe(renew);
    expect(formatHint(explainHowToCheck(profile, "Look"))).toBe(check);
  },
);

test("a login without missing scopes is renewed without additional scopes", () => {
  const { command } = explainHowToRenew(resolveHost("github.com"), "Sign in again");
  expect(command).toBe("gh auth refresh --hostname github.com");
});
