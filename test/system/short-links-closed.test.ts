import { expect, onTestFinished, test } from "vitest";
import { openShortLinks } from "../../src/prompts/open-short-links.ts";
import { call } from "../call.ts";
import { openForge } from "../emulator/open-forge.ts";
import { runAsAnotherUser } from "./run-as-another-user.ts";

test("a short address neither redirects nor signs in another user of the machine", async () => {
  const { emulator } = await openForge();
  const shortLinks = await openShortLinks({ env: {}, mayOpen: true });
  onTestFinished(() => shortLinks.close());
  const page = `${emulator.origin}/organizations/acme/settings/apps/new`;
  const signed = emulator.signIn(page);
  shortLinks.addShortLink(signed, page);
  const plain = `https://forge.example/${"x".repeat(60)}`;
  const addresses = [shortLinks.shorten(signed), shortLinks.shorten(plain)];
  expect(await runAsAnotherUser("follow-links.ts", addresses)).toEqual([]);

  // The attempts did not use up the link of the operator's own browser either. It signs in that
  // browser, and no later one.
  const follow = async () => {
    const { headers } = await call(addresses[0] ?? "");
    const answer = await call(headers.location ?? "");
    return answer.headers["set-cookie"] !== undefined;
  };
  expect([await follow(), await follow()]).toEqual([true, false]);
});
