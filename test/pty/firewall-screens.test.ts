import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { installProgram, makeHome, runToEnd } from "../commands/installed-program.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
const more = { tab: "\t", erase: "\u0004", up: "\u001b[A", escape: "\u001b" };

/** Creates a project in a home of its own, because the firewall hides homes from a command. */
async function makeProject() {
  const { home, env } = await makeHome();
  const folder = join(home, "project");
  await mkdir(folder);
  return { folder, env };
}

/** Terminal and location of a start. */
interface Start {
  readonly project: Awaited<ReturnType<typeof makeProject>>;
  readonly columns?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

function start({ project, columns = 80, args = [], env = {} }: Start): Wizard {
  return startWizard({
    command: execPath,
    args: [program.cli(), "firewall", "setup", "--config", "rules.yml", ...args],
    env: { ...project.env, ...notOurs, ...env },
    cwd: project.folder,
    columns,
    rows: 24,
  });
}

const read = ({ folder }: Start["project"]) => readFile(join(folder, "rules.yml"), "utf8");

/** Checks that no row exceeds the edge or overlaps the keys. */
function checkScreen(wizard: Wizard, columns: number): void {
  const lines = wizard.screen().split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const line of lines) expect(line.length).toBeLessThan(columns);
  expect(wizard.screen()).toContain("ctrl-c");
}

async function chooseDomains(wizard: Wizard): Promise<void> {
  await wizard.answer("Which agent will run behind the firewall?", keys.enter);
  await wizard.see("Which services does the command need?");
  wizard.write("modules");
  await wizard.see("Search: modules");
  wizard.write(" ");
  await wizard.see("1 chosen");
  wizard.write(keys.enter);
  await wizard.see("Which other domains are allowed?");
  wizard.write("*.co.uk");
  await wizard.see("is too broad");
  wizard.write(more.erase);
  await wizard.see("like example.com");
  wizard.write(`allowed.example${keys.enter}`);
  await wizard.see("1 domain");
  wizard.write(keys.enter);
}

describe.each(sample("widths of firewall setup", [80, 40], 1))(
  "in a terminal of %d columns and 24 rows",
  (columns) => {
    test("rules are requested, tried, written, and adopted from a trial run", async () => {
      const project = await makeProject();
      const wizard = start({ project, columns });
      await chooseDomains(wizard);
      await wizard.see("What should the firewall filter by?");
      checkScreen(wizard, columns);
      await wizard.choose("What should the firewall filter by?", "URLs");
      await wizard.read(
        "Before you filter by URL",
        'I confirm that none of the "Not for" cases applies',
      );

      await wizard.see("Which URLs are allowed?");
      wizard.write(`https://api.example/repos/*${keys.enter}${more.tab}`);
      await wizard.see("tab back to patterns");
      wizard.write("https://api.example/repos/a/b");
      await wizard.see("enter add");
      await wizard.see("blocked");
      checkScreen(wizard, columns);
      wizard.write(keys.enter);
      await wizard.see("passes");
      await wizard.see("2 patterns");
      wizard.write(more.tab);
      await wizard.see("enter done");
      checkScreen(wizard, columns);
      wizard.write(keys.enter);

      await wizard.answer("How much should the firewall log and print?", keys.enter);
      await wizard.answer("Log directory (optional):", keys.enter);
      await wizard.answer("Which variables should the command receive?", keys.enter);
      await wizard.choose("Write this rules file?", "Yes, write it");
      await wizard.choose("Test the rules with a command?", "Run a command");
      await wizard.answer("Command to run, as in a shell:", `${tried}${keys.enter}`);
      await wizard.see("Allow a blocked request?");
      checkScreen(wizard, columns);
      wizard.write(`1${keys.enter}`);
      await wizard.choose("How much should be allowed?", "Same directory");
      await wizard.see("Allow a blocked request?");
      await wizard.see("Allowed");
      await wizard.choose("Allow a blocked request?", "Finish, keep the rest blocked");
      await wizard.waitFor("rules.yml is written");
      expect(await wizard.exited).toMatchObject({ exitCode: 0 });
      const file = await read(project);
      expect(file).toMatch(/^# HTTPS is intercepted, as acknowledged by \S+, 2/);
      for (const rule of ["sum.golang.org", "allowed.example", "https://api.example/other/*"])
        expect(file).toContain(`- ${rule}\n`);
    });
  },
);

const tried =
  "curl -s https://api.example/other/x >/dev/null; curl -s https://api.example/other/x?q=1 >/dev/null; curl -s https://stranger.example/";

test("a trial run is stopped by a key, and with the wizard by Ctrl-C", async () => {
  const project = await makeProject();
  const wizard = start({ project });
  await goToTrial(wizard);
  await wizard.answer("Command to run, as in a shell:", `sleep 600${keys.enter}`);
  await wizard.see("stop the command");
  wizard.write("s");
  await wizard.choose("What do you want to do next?", "Run it again");
  await wizard.see("stop the command");
  wizard.write(keys.stop);
  await wizard.waitFor("Resume where you stopped");
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });

  // The answers are stored; the command is not run again without consent.
  const again = start({ project });
  await again.answer("Test the rules with a command?", keys.enter);
  await again.waitFor("rules.yml is changed");
  expect(await again.exited).toMatchObject({ exitCode: 0 });
});

async function goToTrial(wizard: Wizard): Promise<void> {
  await chooseDomains(wizard);
  await wizard.answer("What should the firewall filter by?", keys.enter);
  await wizard.answer("How much should the firewall log and print?", keys.enter);
  await wizard.answer("Log directory (optional):", keys.enter);
  await wizard.answer("Which variables should the command receive?", keys.enter);
  await wizard.choose("Write this rules file?", "Yes, write it");
  await wizard.choose("Test the rules with a command?", "Run a command");
}

test("a stopped wizard restores its answers, and Back returns to the list", async () => {
  const project = await makeProject();
  const wizard = start({ project });
  await chooseDomains(wizard);
  await wizard.see("What should the firewall filter by?");
  wizard.write(keys.stop);
  await wizard.waitFor("gatehouse firewall setup --config rules.yml");
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });

  const again = start({ project });
  await again.see("What should the firewall filter by?");
  again.write(more.escape);
  await again.see("Which other domains are allowed?");
  await again.see("allowed.example");
  again.write(`${more.up}.org`);
  await again.see("allowed.example.org");
  again.write(`${keys.enter}${keys.enter}`);
  await again.see("What should the firewall filter by?");
  await again.see("Domains 3 domains");
  again.write(keys.stop);
  expect(await again.exited).toMatchObject({ exitCode: 130 });
});

test("the wizard works in plain lines", async () => {
  const project = await makeProject();
  const wizard = start({ project, args: ["--plain"] });
  await wizard.reply("Which agent will run behind the firewall?", "");
  await wizard.reply("Which services does the command need?", "3");
  await wizard.reply("Which other domains are allowed?", "*.co.uk");
  await wizard.reply("is too broad", "allowed.example");
  await wizard.reply("added: 1. allowed.example", "");
  await wizard.reply("What should the firewall filter by?", "2");
  await wizard.reply("Recorded at the top", "");
  await wizard.reply("Which URLs are allowed?", "try https://api.example/a");
  await wizard.reply("+ adds https://api.example/a", "+");
  await wizard.reply("added: 1. https://api.example/a", "");
  await wizard.reply("How much should the firewall log and print?", "");
  await wizard.reply("Log directory (optional):", "");
  await wizard.reply("Which variables should the command receive?", "");
  await wizard.reply("Write this rules file?", "1");
  await wizard.reply("Test the rules with a command?", "2");
  await wizard.reply("Command to run, as in a shell:", "curl -s https://no.example/");
  await wizard.reply("Allow a blocked request?", "1");
  await wizard.reply("What do you want to do next?", "2");
  await wizard.waitFor("rules.yml is written");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  for (const rule of ["https://api.example/a", "no.example", "allowed.example"])
    expect(await read(project)).toContain(`- ${rule}\n`);
});

test("the wizard reads a file of answers, and prints the outcome as JSON", async () => {
  const { folder, env } = await makeProject();
  const answers = {
    agent: "none",
    needs: ["python"],
    domains: [],
    "filter-mode": "names",
    "log-level": "info",
    "logs-folder": "",
    environment: "all",
    withheld: ["NPM_TOKEN"],
    "rules-save": "write",
    trial: "now",
    "trial-command": "curl -s https://no.example/; exit 7",
    "trial-next": { each: ["no.example", "finish"] },
  };
  await writeFile(join(folder, "answers.json"), JSON.stringify({ answers }));
  const args = ["firewall", "setup", "--config", "rules.yml", "--answers", "answers.json"];
  const { code, out, err } = await program.run([...args, "--json"], { env, cwd: folder });
  expect(err).toContain("now: 0 passed, 1 different request blocked");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    isNew: true,
    allowDomains: ["pypi.org", "files.pythonhosted.org", "no.example"],
    sslBump: false,
    excludeEnv: ["NPM_TOKEN"],
    trial: { runs: 1, added: ["no.example"] },
    command: expect.stringContaining("gatehouse firewall --config rules.yml -- ") as string,
  });
  // The printed command for continuing works unchanged.
  const { command } = JSON.parse(out) as { command: string };
  const gatehouse = `gatehouse() { '${execPath}' '${program.cli()}' "$@"; }; ${command}`;
  const ran = await runToEnd("bash", ["-c", gatehouse], { env, cwd: folder });
  expect(ran.code).toBe(7);
  const check = ["firewall", "check", "--config", "rules.yml", "--domain", "no.example"];
  expect(await program.run(check, { env, cwd: folder })).toMatchObject({ code: 0 });
});
