import { describe, expect, test } from "vitest";
import { renderDraft } from "../../../src/firewall/config/render-draft.ts";
import { readDraft, type RulesDraft } from "../../../src/firewall/config/rules-draft.ts";

const draft: RulesDraft = {
  domains: ["example.com", "pypi.org"],
  isIntercepting: true,
  patterns: ["https://example.com/a/*"],
  logLevel: "debug",
  logsFolder: "./logs",
  handsOnAll: true,
  withheld: ["NPM_TOKEN"],
};
const names: RulesDraft = {
  domains: ["example.com"],
  isIntercepting: false,
  patterns: [],
  logLevel: "info",
  handsOnAll: false,
  withheld: [],
};
const acknowledged = {
  who: "mona",
  when: "2030-01-01T10:00:00.000Z",
  text: ["Not for: a", "Key: b"],
};

/** A hand-written rules file. */
const byHand = `# Ours; ask olga.
allow-domains:
  - example.com # the site
block-domains: [ads.example.com]

rules:
  - url: https://example.com/read/*
    methods: [GET]
    reason: reading is fine
ssl-bump: true
`;

describe("a rules file", () => {
  test("keeps file rules byte for byte", () => {
    const files = "files: {hide:  [.env ],  # ours\n  write: ['src/**']}\nread: docs\n";
    const text = renderDraft({ before: `${files}allow-domains: [a.example]\n`, draft: names });
    expect(text).toContain(files);
    expect(text).toContain("example.com");
  });

  test("keeps claims byte for byte", () => {
    const claims = "claims: # reviewed\n  - {never:  '*', except: ['GET *' ]}\n  - never: x\n";
    const text = renderDraft({ before: `${claims}allow-domains: [a.example]\n`, draft: names });
    expect(text).toContain(claims);
    expect(text).toContain("example.com");
  });

  test("keeps a budget byte for byte, except entries that require interception", () => {
    const budget = "budget: {requests:  5, # ours\n  upload: 5MB}\n";
    expect(renderDraft({ before: budget, draft: names })).toContain(budget);
    const entry = "for: [{ url: https://a.example/**, requests: 1 }]";
    const before = `budget:\n  requests:  5 # ours\n  ${entry}\n`;
    expect(renderDraft({ before, draft })).toContain(before);
    const text = renderDraft({ before, draft: names });
    expect(text).toContain("budget:\n  requests:  5 # ours\n");
    expect(text).not.toContain("for:");
    const only = renderDraft({ before: `budget: { ${entry} }\nssl-bump: true\n`, draft: names });
    expect(readDraft(only, "rules.yml").problems).toEqual([]);
  });

  test("is written with the chosen values, and is read back with the same values", () => {
    const text = renderDraft({ before: undefined, draft, acknowledged });
    expect(text).toMatchInlineSnapshot(`
      "# HTTPS is intercepted, as acknowledged by mona, 2030-01-01T10:00:00.000Z:
      #   Not for: a
      #   Key: b
      # End of the acknowledged text.

      allow-domains:
        - example.com
        - pypi.org
      ssl-bump: true
      allow-urls:
        - https://example.com/a/*
      log-level: debug
      proxy-logs-dir: ./logs
      env-all: true
      exclude-env:
        - NPM_TOKEN
      "
    `);
    expect(readDraft(text, "rules.yml")).toMatchObject({ draft, problems: [] });
  });

  test("does not contain default values", () => {
    expect(renderDraft({ before: undefined, draft: names })).toBe(
      "allow-domains:\n  - example.com\n",
    );
  });

  test.each([undefined, "", "# Nothing yet.\n"])(
    "is empty if no request is allowed (%j)",
    (before) => {
      const nothing = { ...names, domains: [] };
      const text = renderDraft({ before, draft: nothing });
      expect(text).toBe(before ?? "");
      expect(renderDraft({ before, draft: names })).toContain(before?.trim() ?? "");
      expect(readDraft(text, "rules.yml")).toMatchObject({ draft: nothing, problems: [] });
    },
  );

  test("keeps settings that the wizard does not ask for, with their comments", () => {
    const { draft: read, kept } = readDraft(byHand, "rules.yml");
    expect(renderDraft({ before: byHand, draft: read })).toBe(byHand);
    expect(kept.blockDomains).toMatchObject([{ text: "ads.example.com" }]);
    expect(kept.allowUrls).toMatchObject([{ text: "https://example.com/read/*" }]);
    expect(read.patterns).toEqual([]);
  });

  test("keeps a byte order mark, its line endings, and a missing final newline", () => {
    const before = `\ufeff${byHand.trimEnd().replaceAll("\n", "\r\n")}`;
    const { draft: read } = readDraft(before, "rules.yml");
    expect(renderDraft({ before, draft: read })).toBe(before);
    const withMore = { ...read, domains: [...read.domains, "b.test"], handsOnAll: true };
    expect(renderDraft({ before, draft: withMore })).toBe(
      before
        .replace("# the site\r\n", "# the site\r\n  - b.test\r\n")
        .replace(/$/, "\r\nenv-all: true"),
    );
    const once = renderDraft({ before, draft: withMore, acknowledged });
    expect(once).toMatch(/^\ufeff# HTTPS is intercepted/);
    expect(once).not.toMatch(/[^\r]\n/);
    expect(renderDraft({ before: once, draft: read })).toBe(before);
  });

  test("contains one consent, however often it is written", () => {
    const once = renderDraft({ before: byHand, draft, acknowledged });
    const later = { ...acknowledged, who: "olga\n# End of the acknowledged text." };
    const again = renderDraft({ before: once, draft, acknowledged: later });
    expect(again.match(/as acknowledged by/g)).toHaveLength(1);
    expect(again).toContain("as acknowledged by olga");
    expect(renderDraft({ before: once, draft, acknowledged })).toBe(once);
    expect(again).toContain("# Ours; ask olga.");
  });

  test("without interception, does not contain settings that require it, or the consent to it", () => {
    const before = renderDraft({
      before: `strict-urls: true\nlog-bodies: true\n${byHand}`,
      draft,
      acknowledged,
    });
    const text = renderDraft({ before, draft: names });
    for (const gone of [
      "ssl-bump",
      "allow-urls",
      "rules:",
      "strict-urls",
      "log-bodies",
      "acknowledged",
    ])
      expect(text).not.toContain(gone);
    expect(text).toContain("block-domains");
  });

  test("quotes a string that YAML would read as another type", () => {
    const odd = { ...names, withheld: ["NO", "null"], domains: ["1.2.3.4"] };
    const text = renderDraft({ before: undefined, draft: odd });
    expect(readDraft(text, "rules.yml")).toMatchObject({ draft: odd, problems: [] });
  });
});
