import { describe, expect, test } from "vitest";
import { append, logged } from "../firewall/log/logged.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();

describe("firewall logs", () => {
  const denied = logged({ allowed: false, reason: "no-pattern", url: "https://example.com/evil" });

  test("summarizes a log or proposes rules as JSON with a stable shape", async () => {
    const folder = makeFolder("logs");
    append(folder, logged(), denied);
    const view = async (...words: string[]) => {
      const args = ["firewall", "logs", ...words, "--logs-dir", folder, "--json"];
      const { code, out } = await program.run(args);
      expect(code).toBe(0);
      return JSON.parse(out) as object;
    };
    const summary = await view();
    expect(await view("summary")).toEqual(summary);
    expect(summary).toMatchObject({ folder, passed: 1, blocked: 1, reasons: { "no-pattern": 1 } });
    const text = "https://example.com/evil";
    expect(await view("suggest")).toEqual({
      folder,
      rules: [{ option: "allow-urls", text, reach: "address" }],
      addresses: 1,
      beyondRules: 0,
    });
  });

  test.each([
    [["nonsense"], 2, '✖ "nonsense" is not a valid view or session.'],
    [["000000"], 5, "✖ You have no session or log with the ID 000000."],
    [["--logs-dir", "/nonexistent"], 5, "✖ No log found in /nonexistent."],
  ])("%j is rejected with an explanation", async (words, code, message) => {
    const ended = await program.run(["firewall", "logs", ...words]);
    expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
  });

  test("lists sessions as JSON, also if no session is running", async () => {
    const { code, out } = await program.run(["firewall", "sessions", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ sessions: expect.any(Array) });
  });
});
