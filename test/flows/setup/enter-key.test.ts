import { describe, expect, test } from "vitest";
import { enterKey } from "../../../flows/setup/enter-key.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import type { SecretQuestion } from "../../../src/prompts/prompter.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRecordingPrompter } from "../../prompts/recording-prompter.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { runStep } from "../shared/run-step.ts";

/** Returns the validation message of the question for a key file's path. */
async function checkPath(text: string): Promise<string | undefined> {
  const { prompter } = createRecordingPrompter(["file", text]);
  let complaint: string | undefined;
  const flow = (context: FlowContext) =>
    enterKey(context, { readKeyFile: () => Promise.reject(new Error("not read")) }, "read");
  await runFlow(flow, undefined, {
    prompter: {
      ...prompter,
      text: (question, situation) => {
        complaint = question.check?.(text);
        return prompter.text(question, situation);
      },
    },
    journal: memoryJournal({ flow: "test", version: 1, host: "f", subject: "acme/control" }),
    vault: createSecretVault(),
    header: { title: "test", subject: "acme/control", outline: [] },
  }).catch(() => undefined);
  return complaint;
}

test.each([
  ["a key's first line", "-----BEGIN RSA PRIVATE KEY-----"],
  ["a line of a key", "aB3/".repeat(16)],
  ["a key's last line", "-----END RSA PRIVATE KEY-----"],
  ["two lines", "a.pem\nb.pem"],
  ["a token", `ghp_${"a1B2".repeat(9)}`],
])("%s is not a path of a key file", async (_what, text) => {
  expect(await checkPath(text)).toContain(
    'This looks like a key, not a path. To paste a key, go back and choose "Paste it".',
  );
});

test.each(["~/Downloads/gatehouse-acme-control-read.pem", "new.pem", "C:\\keys\\new key.pem"])(
  "%s is a path",
  async (text) => {
    expect(await checkPath(text)).toBeUndefined();
  },
);

/** Returns the question for a pasted key. */
async function askForPaste(): Promise<SecretQuestion> {
  const { prompter } = createRecordingPrompter(["paste"]);
  let asked: SecretQuestion | undefined;
  const flow = (context: FlowContext) =>
    enterKey(context, { readKeyFile: () => Promise.reject(new Error("not read")) }, "read");
  await runFlow(flow, undefined, {
    prompter: {
      ...prompter,
      secret: (question) => {
        asked = question;
        return Promise.reject(new Error("nothing is pasted"));
      },
    },
    journal: memoryJournal({ flow: "test", version: 1, host: "f", subject: "acme/control" }),
    vault: createSecretVault(),
    header: { title: "test", subject: "acme/control", outline: [] },
  }).catch(() => undefined);
  if (!asked) throw new Error("no key was asked for");
  return asked;
}

test("reports the fingerprint of a pasted key, and none of its text", async () => {
  const { check, describe } = await askForPaste();
  const pem = claimKey().export({ type: "pkcs1", format: "pem" }) as string;
  expect(check?.(new Secret(pem))).toBeUndefined();
  expect(describe?.(new Secret(pem))).toMatch(/^RSA 2048, SHA256:[\w+/]{43}=?$/);
  const body = pem.split("\n")[1] ?? "";
  expect(describe?.(new Secret(pem))).not.toContain(body.slice(0, 8));
});

test.each([
  ["", "Nothing was entered."],
  ["secret-words", "This is not a PEM key: it has no BEGIN line."],
])("a pasted %j is refused without printing it", async (text, reason) => {
  const { check } = await askForPaste();
  expect(check?.(new Secret(text))).toBe(reason);
});

test.each(["file", "paste"])(
  "a key from %s is stored as the forge created it, regardless of how it was copied",
  async (way) => {
    const pem = claimKey().export({ type: "pkcs1", format: "pem" }) as string;
    const copied = new Secret(`"${pem.trim().replaceAll("\n", "\\n")}"`);
    const { prompter } = createRecordingPrompter([way, "reader.pem"]);
    const vault = createSecretVault();
    const flow = (context: FlowContext) =>
      enterKey(context, { readKeyFile: () => Promise.resolve(copied) }, "read");
    const id = await runFlow(flow, undefined, {
      prompter: { ...prompter, secret: () => Promise.resolve(copied) },
      journal: memoryJournal({ flow: "test", version: 1, host: "f", subject: "acme/control" }),
      vault,
      header: { title: "test", subject: "acme/control", outline: [] },
    });
    expect(vault.require(id).reveal()).toBe(pem);
  },
);

describe("the requested key", () => {
  const pem = claimKey().export({ type: "pkcs1", format: "pem" }).toString();
  const enter = (which: "key" | "old-key") =>
    runStep(
      (context) =>
        enterKey(context, { readKeyFile: () => Promise.resolve(new Secret(pem)) }, "read", which),
      { answers: { [`read-${which}-from`]: "file", [`read-${which}-file`]: "a.pem" } },
    );

  test("has a name, because two keys may be requested one after the other", async () => {
    const { questions } = await enter("key");
    expect(questions["read-key-from"]?.title).toBe("Where is the Read App key?");
    expect(questions["read-key-file"]?.title).toBe("Path of the key file:");
    const old = await enter("old-key");
    expect(old.questions["read-old-key-from"]?.title).toBe("Where is the old Read App key?");
    expect(old.questions["read-old-key-file"]?.title).toBe("Path of the old key file:");
  });

  test("is kept in memory, and is not stored as an answer", async () => {
    const { result, journal } = await enter("key");
    expect(typeof result).toBe("string");
    expect(JSON.stringify(journal.answers())).not.toContain(pem.slice(40, 60));
  });
});
