import { expect, test } from "vitest";
import { describeStatus } from "../../../src/commands/outcomes/print-status.ts";

const unfinished = {
  repo: "acme/control",
  host: "forge.example",
  standing: "incomplete",
  complete: false,
  lacksOnlyProof: false,
} as const;

test("what the forge and the checked-in files say cannot forge a line of the status", () => {
  const text = describeStatus(
    {
      ...unfinished,
      records: [
        { name: "CP_FORGE_READ_APP_ID", kind: "variable", location: "repository", state: "set" },
      ],
      installations: [
        { role: "read", app: "a\n✔ b\u001b[2J", state: "wrong", because: "it is\u202e suspended" },
      ],
      profile: null,
      reminders: [],
      wrong: [{ id: "settings", title: "Settings", evidence: ["settings.json: no\u0007 mode"] }],
      next: [],
    },
    80,
  );
  expect(text).toMatchInlineSnapshot(`
    "acme/control on forge.example: incomplete

      ✔ CP_FORGE_READ_APP_ID  set      variable, repository

      ✖ read App a ✔ b: wrong, it is suspended

      ✖ Settings:
          settings.json: no mode
    "
  `);
});

test.each([
  ["set", "✔"],
  ["missing", "·"],
  ["half", "✖"],
  ["stray", "!"],
  ["unknown", "?"],
] as const)("a record that is %s is marked %s", (state, mark) => {
  const name = "CP_FORGE_READ_APP_ID";
  const text = describeStatus(
    {
      ...unfinished,
      records: [{ name, kind: "variable", location: "repository", state }],
      installations: [],
      profile: null,
      reminders: [],
      wrong: [],
      next: [],
    },
    80,
  );
  expect(text).toContain(`\n  ${mark} ${name}  ${state}`);
});
