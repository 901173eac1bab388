import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { createRobot } from "../../emulator/signed-in.ts";
import { makeBrowserScript } from "../../browser/browser-script.ts";
import type { Ended } from "../../commands/installed-program.ts";
import { answers } from "../../commands/scripted-setup.ts";
import { words, type Examples } from "./examples-bench.ts";
import type { Reader } from "./reader.ts";

/** Commands that provide a control repository with its first credentials. */
export const setupExamples: Examples = {
  "gatehouse demo | cat": {
    says: ["without a terminal: automatic, prints each step"],
    run: async (_line, { playDemo }) => {
      const { ended } = await playDemo();
      expect(ended).toMatchObject({ code: 0, err: "" });
      expect(ended.out).toContain("\n  robot: Installs the App on acme/control\n");
      expect(ended.out).toContain("\n ✔ acme/control is set up with two Apps\n");
      expect(ended.out).toContain("\n ✔ Ready for promotion ");
    },
  },
  // test/pty/setup-plain.test.ts covers the wizard that this command opens in a terminal.
  "gatehouse demo": {
    says: ["try it on the embedded forge", "in a terminal: the wizard, on the embedded forge"],
    run: async (line, { openSetUp }) => {
      const { out } = await (await openSetUp()).run(line);
      expect(out).toContain("now: Connecting to emulator\n");
    },
  },
  "gatehouse setup --repo acme/control": {
    says: ["set up a control repository"],
    run: async (line, { openNew }) => {
      const { out } = await setUpAgain(await openNew(), line);
      expect(out).toContain("\n ! acme/control has its Apps, but no profile\n");
    },
  },
  "gatehouse setup --repo acme/control --host emulator": {
    says: ["on the embedded forge"],
    run: async (line, { openSetUp }) => {
      const { out } = await (await openSetUp()).run(line, { answers: {} });
      expect(out).toContain("done: Read access: exactly acme/control, acme/web, acme/api\n");
    },
  },
  "gatehouse setup --repo acme/control --dry-run": {
    says: ["show the plan for both Apps, change nothing", "change nothing"],
    run: async (line, { openSetUp }) => {
      const { out } = await (await openSetUp()).run(line, { words });
      expect(out).toMatch(/✔ Read App: exists already[^]*✔ Write App: exists already/);
      expect(out).toMatch(/gatehouse-acme-control-read[^]*gatehouse-acme-control-write/);
    },
  },
  "gatehouse setup --repo acme/control --dry-run --offline": {
    says: ["without any request"],
    run: async (line, { openNew }) => {
      // Every request would go through this proxy, which does not exist.
      const nowhere = { https_proxy: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
      const reader = await openNew();
      const { out } = await reader.run(line, { env: nowhere });
      expect(out).toMatch(/gatehouse-acme-control-read[^]*gatehouse-acme-control-write/);
      expect(await readdir(join(reader.home, "state"))).toEqual([]);
    },
  },
  "gatehouse setup --repo acme/control --no-open": {
    says: ["without a browser"],
    run: async (line, { openNew }) => {
      const reader = await openNew();
      const browser = await makeBrowserScript(reader.home);
      const visits: Promise<void>[] = [];
      // The operator opens the printed links.
      const onLine = (text: string) => {
        const link = text.trim();
        if (/^http:\S+$/.test(link)) visits.push(createRobot().visit(link));
      };
      const env = { BROWSER: browser.path };
      await reader.run(line, { words, answers, env, onLine });
      await Promise.all(visits);
      expect([visits.length, browser.links]).toEqual([4, []]);
    },
  },
  "gatehouse setup --repo acme/control --write-repository acme/web": {
    run: async (line, { openNew }) => {
      const { out } = await setUpAgain(await openNew(), line, {
        selection: ["acme/control", "acme/web"],
      });
      expect(out).toContain("done: Read access: exactly acme/control\n");
      expect(out).toContain("done: Write access: exactly acme/control, acme/web\n");
    },
  },

  "gatehouse emulator": {
    says: ["then, in another terminal:"],
    run: async (line, { openNew }) => {
      const forge = await startForge(await openNew(), line);
      const visits = await Promise.all([fetch(forge.origin), fetch(`${forge.origin}/api/v3/meta`)]);
      // A page is accessible only in the browser that signed in with the printed link.
      expect(visits.map(({ status }) => status)).toEqual([403, 200]);
      const signedIn = await fetch(await forge.link, { redirect: "manual" });
      expect([signedIn.status, signedIn.headers.has("set-cookie")]).toEqual([302, true]);
      const { code, out } = await forge.stop();
      expect(code).toBe(0);
      // The command to type in the other terminal.
      expect(out).toContain(`\n   gatehouse setup --host ${forge.origin} --repo acme/control\n`);
    },
  },
  "gatehouse setup --host http://127.0.0.1:PORT --repo acme/control": {
    run: async (line, { openNew }) => {
      const reader = await openNew();
      const forge = await startForge(reader, "gatehouse emulator");
      const there = line.replace("PORT", new URL(forge.origin).port);
      const { out } = await setUpAgain(reader, there, { words: "" });
      expect(out).toContain(`gatehouse status --host ${forge.origin} --repo acme/control\n`);
      await forge.stop();
    },
  },
};

interface SetUp {
  readonly words?: string;
  /** Repositories that the operator's browser selects in a changed installation. */
  readonly selection?: readonly string[];
  /** Answers that differ from those for both Apps. */
  readonly answered?: Readonly<Record<string, unknown>>;
}

/** Sets up both Apps with an operator who presses the buttons in a browser. */
export async function setUpAgain(
  reader: Reader,
  line: string,
  { words: added = words, selection, answered = answers }: SetUp = {},
): Promise<Ended> {
  const chosen = selection ? { selection } : {};
  const browser = await makeBrowserScript(reader.home, (link) =>
    createRobot(link.includes("/settings/installations/") ? chosen : {}).visit(link),
  );
  return reader.run(line, { words: added, answers: answered, env: { BROWSER: browser.path } });
}

export async function startForge(reader: Reader, line: string) {
  let report: (origin: string) => void = () => undefined;
  const origin = new Promise<string>((resolve) => (report = resolve));
  let reportLink: (link: string) => void = () => undefined;
  const link = new Promise<string>((resolve) => (reportLink = resolve));
  const onLine = (text: string) => {
    const [found] = /http:\S+/.exec(text) ?? [];
    if (found !== undefined) report(found);
    if (found?.includes("sign_in=")) reportLink(found);
  };
  const { ended, interrupt } = await reader.type(`exec ${line}`, { onLine });
  return {
    origin: await origin,
    /** Link that signs a browser in. */
    link,
    stop: () => {
      interrupt();
      return ended;
    },
  };
}
