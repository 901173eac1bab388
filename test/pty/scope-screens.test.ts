import { beforeEach, describe, expect, test } from "vitest";
import { patDisclosures } from "../../src/credentials/pat/disclosures.ts";
import { installProgram } from "../commands/installed-program.ts";
import { somePin } from "../plane/control-plane-bench.ts";
import { render } from "../run/control/shared-control-bench.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { aboutControlFile, aboutEngine, aboutFirewall, startSetup } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
const more = { pageDown: "\u001b[6~", escape: "\u001b" };

let forge: OpenForge;
let token: string;

/** Mona administers the control repository, but owns nothing. */
beforeEach(async () => {
  forge = await openForge();
  await forge.control("PATCH", "world", {
    organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
    repositories: { "acme/control": { collaborators: { mona: "admin" } } },
  });
  const wanted = {
    user: "mona",
    kind: "fine-grained",
    owner: "acme",
    repositories: ["acme/control", "acme/api"],
    permissions: { contents: "read", actions: "read" },
    expiresAt: new Date(Date.now() + 29 * 86_400_000).toISOString(),
  };
  token = (await forge.control("POST", "tokens", wanted)).json.token as string;
});

describe.each(sample("widths of scope", [80, 40], 1))(
  "in a terminal of %d columns and 24 rows",
  (columns) => {
    test("the scope is described, and a PAT consented to and stored; nothing is cut off", async () => {
      const args = ["--repo", "acme/control", "--no-open"];
      const wizard = await startSetup(program, {
        emulator: forge.emulator,
        args,
        columns,
        rows: 24,
      });
      await describeScope(wizard);
      await wizard.choose("Commit this scope?", "Show the file");
      const shown = await readPages(wizard, "The file as it will be committed", keys.enter);
      const settings = JSON.parse(report(shown)) as object;
      expect(settings).toMatchObject({ targets: ["acme/api"], environment: "control-plane" });
      await wizard.choose("The file as it will be committed", "Go back to the question");
      await wizard.choose("Commit this scope?", "Yes, commit it");

      await wizard.answer("Who confirms that inference is paid for?", "hubot\r");
      await wizard.answer("Did hubot confirm the billing?", "y");
      await wizard.choose("Would an owner approve 1 private App?", "No");
      await wizard.choose("No credential qualifies yet. What next?", "Consider a PAT");
      await answerConditions(wizard);

      const conditions = report(
        await readPages(wizard, "All five conditions for a PAT are met", keys.enter),
      );
      expect(conditions.match(/✔ holds/g)).toHaveLength(2);
      // Three depend on the operator's statement, partially or completely.
      expect(conditions.match(/” holds/g)).toHaveLength(3);
      for (const source of ["(forge and operator)", "(operator)", "(settings)"]) {
        expect(conditions).toContain(source);
      }
      await wizard.choose("All five conditions for a PAT are met", "Continue");
      await consent(wizard);

      await wizard.read("The least powerful profile for this scope", "Continue");
      const page = await readPages(wizard, "Create the token on the forge", keys.enter);
      const link = page.filter((row) => /^\S/.test(row)).join("");
      expect(new URL(link).searchParams.get("target_name")).toBe("acme");
      for (const line of ["Resource owner", "30 days", "Contents: Read-only"]) {
        expect(report(page)).toContain(line);
      }
      wizard.write(keys.enter);
      await wizard.answer("The new token:", `${token.slice(0, 20)}`);
      await wizard.answer("The new token:", `${token.slice(20)}\r`);
      await wizard.choose(aboutControlFile, "Yes, commit it");
      await wizard.choose("Which gatehouse should runs install?", "A package at a URL");
      await wizard.answer("URL of the gatehouse package:", `${somePin.source}\r`);
      await wizard.answer("Package integrity (sha512):", "sha1-abc\r");
      await wizard.see("is not a valid sha512 package integrity.");
      wizard.write(`${keys.clear}${somePin.integrity}\r`);
      await wizard.answer(aboutFirewall, keys.enter);
      await wizard.answer(aboutEngine, keys.enter);
      expect(await wizard.exited).toMatchObject({ exitCode: 0 });
      const file = "/repos/acme/control/contents/.forge/workflows/shared/control.md";
      const { content } = (await forge.rest("GET", file)).json as { content: string };
      expect(Buffer.from(content, "base64").toString()).toBe(render("pat"));
      // In 24 short rows, its first rows have scrolled off.
      const printed = report(`${wizard.scrollback()}\n${wizard.screen()}`.split("\n"));
      expect(printed).toContain("acme/control is set up with a personal access token");
      const pieces = token.slice("github_pat_".length).match(/.{8}/g) ?? [];
      expect(pieces.filter((piece) => wizard.raw().includes(piece))).toEqual([]);
      const stored = "/repos/acme/control/environments/control-plane/secrets/CP_FORGE_TOKEN";
      expect((await forge.rest("GET", stored)).status).toBe(200);
    });

    test("Enter without input never chooses a PAT, and the wizard shows the missing parts and the fix", async () => {
      const args = ["--repo", "acme/control", "--no-open"];
      const wizard = await startSetup(program, {
        emulator: forge.emulator,
        args,
        columns,
        rows: 24,
      });
      await describeScope(wizard);
      await wizard.choose("Commit this scope?", "Yes, commit it");
      await wizard.answer("Who confirms that inference is paid for?", "hubot\r");
      await wizard.answer("Did hubot confirm the billing?", "y");
      await wizard.choose("Would an owner approve 1 private App?", "No");
      await wizard.choose("No credential qualifies yet. What next?", "Consider a PAT");
      for (const question of questions) await wizard.answer(question, keys.enter);
      await wizard.answer("After how many days should the token expire?", keys.enter);
      await wizard.answer("Who will replace the token before it expires?", `${keys.clear}olga\r`);
      expect(await wizard.exited).toMatchObject({ exitCode: 5 });
      // In 24 short rows, its first rows have scrolled off.
      const screen = report(`${wizard.scrollback()}\n${wizard.screen()}`.split("\n"));
      expect(screen).toContain("? unknown: Do the organization and its enterprise permit");
      expect(screen).toContain("Ask an organization owner for help.");
      const environments = await forge.rest("GET", "/repos/acme/control/environments");
      expect(environments.json.total_count).toBe(0);
    });
  },
);

test("in plain lines, the same questions result in the same decision", async () => {
  const args = ["--repo", "acme/control", "--no-open", "--plain"];
  const wizard = await startSetup(program, { emulator: forge.emulator, args, rows: 50 });
  // Input before the prompt for a line is discarded.
  const answer = async (title: string, line: string) => {
    await wizard.answer(new RegExp(`${title}[^]*(Numbers?|Answer|y or n)\\b`), `${line}\r`);
  };
  await answer("Define the scope now or later", "");
  const listed = await wizard.waitFor(/\d+\. acme\/web[^]*Numbers/);
  wizard.write(`${/(\d+)\. acme\/web/.exec(listed)?.[1] ?? ""}\r`);
  await answer("Should agents write to the targets", "");
  await answer("Where should review results go", "");
  await answer("Use the default limits per run", "");
  await answer("Does the control repository have review packages", "");
  // Enter without input shows the file, and commits nothing.
  await answer("Commit this scope", "");
  await answer("Go back to the question", "");
  await answer("Go back to the question[^]*Commit this scope", "1");
  await answer("Who confirms that inference is paid for", "hubot");
  await answer("Did hubot confirm the billing", "y");
  await wizard.waitFor("Chosen: the workflow token only");
  await answer("The least powerful profile for this scope[^]*Continue", "");
  await wizard.reply(aboutControlFile, "2");
  await answer("Which gatehouse should runs install", "");
  await wizard.reply(aboutFirewall, "");
  await wizard.reply(aboutEngine, "");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  expect(wizard.screen()).toContain("acme/control is set up with the workflow token only");
});

async function describeScope(wizard: Wizard): Promise<void> {
  await wizard.choose("Define the scope now or later?", "Define it now");
  await wizard.moveTo("Which repositories should agents work on?", "□ acme/api");
  wizard.write(" ");
  await wizard.waitFor(/› (?!□).*acme\/api/);
  wizard.write(keys.enter);
  await wizard.choose("Should agents write to the targets?", "No, review only");
  await wizard.choose("Where should review results go?", "The control repository");
  await wizard.choose("Use the default limits per run?", "No, change them");
  await wizard.answer("Maximum repositories per run:", keys.enter);
  await wizard.answer("Maximum workers per run:", keys.enter);
  await wizard.choose(
    "Does the control repository have review packages?",
    "Yes, enter their names",
  );
  await wizard.answer("Names of the review packages:", "audit\r");
  await wizard.answer("Which APIs does this review package need?", "issues ");
  await wizard.answer("issues", ` ${keys.enter}`);
}

const questions = [
  "Can you select this resource owner for a token?",
  "Does this owner permit fine-grained tokens?",
  "Will the token be approved before the first run?",
  "Can the token be limited to exactly this access?",
];

/** Answers the conditions, and opens each explanation. */
async function answerConditions(wizard: Wizard): Promise<void> {
  await wizard.answer(questions[0] ?? "", "?");
  await wizard.answer("lists the resource owners", more.escape);
  for (const question of questions) await wizard.choose(question, "Yes");
  await wizard.answer("After how many days should the token expire?", keys.enter);
  await wizard.answer("Who will replace the token before it expires?", `${keys.clear}olga\r`);
}

/** Reads all statements, goes back once, and tries invalid consents. */
async function consent(wizard: Wizard): Promise<void> {
  const title = "Use a personal access token? Read this first";
  const reported = report(await readPages(wizard, title, more.pageDown));
  for (const { text } of patDisclosures) expect(reported).toContain(text);
  await wizard.choose(title, "I have read this");
  await wizard.answer("To consent, type this phrase:", more.escape);
  await wizard.choose(title, "I have read this");
  await wizard.answer("To consent, type this phrase:", keys.enter);
  // In 24 short rows, an error message hides the end of the text, which must be read first.
  await wizard.turnPages("To consent, type: use my PAT for acme");
  wizard.write("yes\r");
  await wizard.turnPages("The phrase does not match.");
  wizard.write(`${keys.clear}use my PAT for acme\r`);
}

/** Returns all rows of the text between title and keys, page by page. */
async function readPages(wizard: Wizard, title: string, next: string): Promise<string[]> {
  let screen = await wizard.see(title);
  const rows: string[] = [];
  for (;;) {
    const page = bodyOf(screen, title);
    const overlap = page.findIndex((_, at) => endsWith(rows, page.slice(0, page.length - at)));
    rows.push(...page.slice(overlap < 0 ? 0 : page.length - overlap));
    const left = /↓ (\d+) more/.exec(screen)?.[1];
    if (left === undefined) return rows;
    wizard.write(next);
    const other = new RegExp(`↓ (?!${left} )\\d+ more|^(?![^]*↓ \\d+ more)[^]*(enter|y) `);
    screen = await wizard.waitFor(other);
  }
}

function endsWith(rows: readonly string[], page: readonly string[]): boolean {
  return rows.length >= page.length && rows.slice(-page.length).join("\n") === page.join("\n");
}

/** Returns the rows between the title, which can span several rows, and the answer. */
function bodyOf(screen: string, title: string): string[] {
  const rows = screen.split("\n");
  const start = rows.findIndex((_, at) => report(rows.slice(0, at + 1)).includes(title)) + 1;
  const end = rows.findIndex((row, at) => at >= start && isBelowBody.test(row));
  return rows.slice(start, end);
}

const isBelowBody = /^ {3}(.*\d more lines?$|enter )|^ │ › /;

/** Returns the text of the rows, without the rail beside them. */
function report(rows: readonly string[]): string {
  return rows.map((row) => row.replace(/^ [│┃] ?/, "").trim()).join(" ");
}
