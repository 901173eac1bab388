import { symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { machine } from "../machine.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { makeBrowserScript } from "../../browser/browser-script.ts";
import { answers } from "../../commands/scripted-setup.ts";
import { described } from "../../flows/scope/scope-bench.ts";
import { words, type Examples, type ExamplesBench } from "./examples-bench.ts";
import { pull, typeRequest } from "./levers.ts";
import type { Reader } from "./reader.ts";
import { setUpAgain, startForge } from "./setup-examples.ts";

const rehearsal = "gatehouse emulator --port 41999 --brand github";
const elsewhere = "it changes this machine, or asks another one";

/** Commands of other programs on the pages, and commands that only a job requires. */
export const jobExamples: Examples = {
  "npm ci && npm start": {
    notRunReason: "it installs packages; test/commands/npm-start.test.ts runs npm start",
  },
  "npm cit": { notRunReason: "it installs packages, and runs this test" },
  "npm install -g gatehouse-cli": { notRunReason: "it is not on the registry yet" },
  "npm ci && npm pack && npm install -g ./gatehouse-cli-0.1.0.tgz": {
    notRunReason: "it installs packages for all users",
  },
  "npm uninstall -g gatehouse-cli": { notRunReason: elsewhere },
  "gh auth login --hostname github.com --scopes workflow": { notRunReason: elsewhere },
  "gh auth refresh --hostname github.com --scopes workflow": {
    says: ["who is signed in already"],
    notRunReason: elsewhere,
  },
  "ssh -L 41873:127.0.0.1:41873 build.example.com": { notRunReason: elsewhere },

  "grep -oE 'GATEHOUSE_[A-Z]+: .+' .github/workflows/shared/control.md | sort -u": {
    run: async (line, { openNew }) => {
      const reader = await openNew();
      const { source, integrity } = somePin;
      const pin = `--cli ${source} --integrity ${integrity}`;
      await reader.run(`gatehouse control render --profile app --brand github ${pin}`);
      const { out } = await reader.run(line);
      expect(out.split("\n").map((each) => each.trim())).toEqual([
        `GATEHOUSE_INTEGRITY: ${integrity}`,
        `GATEHOUSE_SOURCE: ${source}`,
        "",
      ]);
    },
  },

  [rehearsal]: {
    run: async (line, bench) => {
      const forge = await startForge(await bench.openNew(), anyPort(line));
      const { code, out } = await forge.stop();
      expect(code).toBe(0);
      const setUp = `gatehouse setup --host ${forge.origin} --brand github --repo acme/control`;
      expect(out).toContain(`\n   ${setUp}\n`);
    },
  },
  [signIn()]: {
    run: async (line, bench) => {
      const { reader, origin, stop } = await openWithGh(bench, line);
      const status = `http_proxy=${origin} gh auth status --hostname github.localhost`;
      expect((await reader.run(status)).out).toMatch(/account mona[^]*'workflow'/);
      await stop();
    },
  },
  "gatehouse setup --host http://127.0.0.1:41999 --brand github --repo acme/control": {
    run: async (line, bench) => {
      const { reader, origin, stop } = await openWithGh(bench, signIn());
      const { out } = await setUpAgain(reader, at(line, origin), { words: "" });
      expect(out).toContain(
        " ✔ Write App  gatehouse-acme-control-write · verified with its own key\n",
      );
      await stop();
    },
  },
  "gatehouse demo --host http://127.0.0.1:41999 --brand github --repo acme/control": {
    run: async (line, bench) => {
      const { reader, origin, stop } = await openWithGh(bench, signIn());
      await reader.run(`gatehouse scope --host ${origin} --brand github --repo acme/control`, {
        answers: { ...described, "control-file": "write", "control-package": "committed" },
      });
      const { out } = await reader.run(at(line, origin));
      expect(out).toContain(" ✔ The agent opened issue #");
      expect(out).toMatch(/✔ Ready for promotion +\d+ passed, 0 failed, 0 unknown/);
      await stop();
    },
  },
  "gatehouse setup --repo acme/control --no-open --port 41873": {
    run: async (line, { openNew }) => {
      const port = await findPort();
      const pages: string[] = [];
      const visits: Promise<void>[] = [];
      // A user at another machine opens the printed link through the forwarded port.
      const onLine = (text: string) => {
        const link = text.trim();
        if (!/^http:\S+$/.test(link)) return;
        visits.push(createRobot().visit(link));
        if (link.startsWith(`http://127.0.0.1:${port}/`)) pages.push(link);
      };
      await (await openNew()).run(line.replace("41873", port), { words, answers, onLine });
      await Promise.all(visits);
      expect(pages).toHaveLength(2);
    },
  },
  "gatehouse setup --repo globex/control --dry-run": {
    run: async (line, { openNew }) => {
      const reader = await openNew();
      await addGlobex(reader);
      const { out } = await reader.run(line, { words });
      expect(out).toContain("gatehouse-globex-control-read");
    },
  },
  "gatehouse setup --repo globex/control": {
    run: async (line, { openNew }) => {
      const reader = await openNew();
      await addGlobex(reader);
      const browser = await makeBrowserScript(reader.home, (link) => createRobot().visit(link));
      const names = {
        "read-app-name": "gatehouse-globex-control-read",
        "write-app-name": "gatehouse-globex-control-write",
      };
      const env = { BROWSER: browser.path };
      const given = { words, answers: { ...answers, ...names }, env };
      expect((await reader.run(line, given)).out).toContain(
        "done: Write access: exactly globex/control\n",
      );
    },
  },
};

/** Adds a second organization with a control repository to the reader's forge. */
async function addGlobex(reader: Reader): Promise<void> {
  await reader.visitForge(async (forge) => {
    const globex = {
      members: { mona: "admin" },
      billing: { total: 2, setting: "assign_selected" },
    };
    await pull(forge, "PATCH", "world", { organizations: { globex } });
    await typeRequest(forge, "POST /orgs/globex/repos", { name: "control", private: true });
  });
}

function signIn(): string {
  const token =
    "grep -o 'gho_[[:alnum:]]*' ~/.local/state/gatehouse/emulator-github/forge.json.cli/hosts.json";
  return `${token} | http_proxy=http://127.0.0.1:41999 gh auth login --hostname github.localhost --with-token`;
}

/**
 * Creates a reader with the real forge CLI on PATH, signed in to the forge that this command
 * starts.
 */
async function openWithGh({ openNew }: ExamplesBench, line: string) {
  const reader = await openNew();
  await symlink(machine().gh, join(reader.home, "bin/gh"));
  const { origin, stop } = await startForge(reader, anyPort(rehearsal));
  // Readers have a state directory of their own.
  await reader.run(at(line, origin).replace("~/.local/state", "state"));
  return { reader, origin, stop };
}

function anyPort(line: string): string {
  return line.replace("41999", "0");
}

function at(line: string, origin: string): string {
  return line.replace("http://127.0.0.1:41999", origin);
}

/** Returns a free port. */
async function findPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port was assigned");
  return String(address.port);
}
