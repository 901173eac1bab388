import { mkdtemp } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { execPath } from "node:process";
import { startEmulator, type Emulator } from "../../src/emulator/emulator.ts";
import { createRobot, signInAt } from "../../test/emulator/signed-in.ts";
import { createBrowser } from "../../src/emulator/robot/browser.ts";
import { startInTerminal } from "../../test/terminal/pty.ts";
import { giveHands, keys, type Wizard } from "../../test/terminal/setup-hands.ts";
import { readFrame, readPrinted, type Frame } from "./frame.ts";
import { runNightly } from "./run-nightly.ts";
import { walkBehindFirewall } from "./walk-firewall.ts";

/** A screen or a print of a walk, and for how long it is worth a look. */
export interface Shown {
  readonly name: string;
  readonly title: string;
  readonly frame: Frame;
  readonly seconds: number;
}

export interface Place {
  readonly program: string;
  readonly folder: string;
  readonly columns: number;
  /** Looks at the page that registers an App, while it is there. */
  readonly lookAtPage?: (link: string) => Promise<void>;
}

/** Shows what a terminal shows now. */
type Show = (name: string, title: string, wizard: Wizard) => void;

/** A forge, and whoever walks there. */
interface Walk {
  readonly emulator: Emulator;
  readonly show: Show;
  readonly run: (args: readonly string[], walk: (wizard: Wizard) => Promise<void>) => Promise<void>;
}

/** A control plane's life on an embedded forge, and who may not install Apps on another. */
export async function walkThrough(place: Place): Promise<Shown[]> {
  return [
    ...(await walkOn(place, walkAsOwner)),
    ...(await walkOn(place, walkAsMember)),
    ...(await walkBehindFirewall(place)),
  ];
}

async function walkOn(place: Place, walk: (walk: Walk, place: Place) => Promise<void>) {
  const emulator = signInAt(await startEmulator({ newApps: "are ready" }));
  const home = await mkdtemp(join(place.folder, "home-"));
  const shown: Shown[] = [];
  const show: Show = (name, title, { terminal }) => {
    const isPrinted = terminal.buffer.active.type === "normal";
    const frame = isPrinted ? readPrinted(terminal) : readFrame(terminal);
    shown.push({ name, title, frame, seconds: isPrinted ? 5 : 3 });
  };
  const run: Walk["run"] = async (args, act) => {
    const wizard = open(place, { emulator, home, args });
    try {
      await act(wizard);
    } finally {
      wizard.kill();
    }
  };
  try {
    await walk({ emulator, show, run }, place);
  } finally {
    await emulator.close();
  }
  return shown;
}

const control = ["--repo", "acme/control"];

/** Set up, looked at, rotated, and answered for when a key may be exposed. */
async function walkAsOwner({ emulator, show, run }: Walk, place: Place): Promise<void> {
  await run(["setup"], (wizard) => setUp(wizard, { show, ...place }));
  for (const verb of ["status", "verify"]) {
    await run([verb, ...control, ...(verb === "verify" ? ["--no-run"] : [])], async (wizard) => {
      await wizard.exited;
      show(verb, `gatehouse ${verb}`, wizard);
    });
  }
  await run(["dashboard", ...control, "--every", "10"], (wizard) => watch(wizard, emulator, show));
  await run(["rotate", ...control], (wizard) => rotate(wizard, emulator, show));
  await run(["exposed", ...control], (wizard) => respond(wizard, show));
  await run(["setup", ...control, "--plain", "--ask-again"], async (wizard) => {
    await wizard.waitFor(/Number[^\n]*:/);
    show("plain", "The same in plain lines", wizard);
  });
}

/** A member without an owner's help is offered a personal token, and told first what it is. */
async function walkAsMember({ emulator, show, run }: Walk): Promise<void> {
  const { status } = await fetch(new URL("/_emulator/world", emulator.origin), {
    method: "PATCH",
    headers: { authorization: `Bearer ${emulator.operatorKey.reveal()}` },
    body: JSON.stringify({
      organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
      repositories: { "acme/control": { collaborators: { mona: "admin" } } },
    }),
  });
  if (status !== 204) throw new Error(`The forge's world answered ${status}`);
  await run(["setup", ...control], async (wizard) => {
    await wizard.choose("What is this control plane for?", "I describe its scope now");
    await wizard.choose("Which repositories do the agents look at?", "□ acme/api");
    await wizard.answer("May agents write to the targets?", keys.enter);
    await takeUsual(wizard);
    await wizard.choose("Commit this scope?", "Yes, commit it");
    await agree(wizard, show);
  });
}

async function agree(wizard: Wizard, show: Show): Promise<void> {
  await wizard.answer("Who confirms that inference is paid for?", `hubot${keys.enter}`);
  await wizard.choose("Did hubot confirm it?", "Yes, confirmed");
  await wizard.choose("Would an owner approve", "No");
  await wizard.choose("No credential qualifies yet.", "Look at a token");
  for (const title of [
    "Can you choose it as owner of a token?",
    "Are fine-grained tokens permitted there?",
    "Will it be approved before the first run?",
    "Can it be limited to exactly this?",
  ]) {
    await wizard.choose(title, "Yes");
  }
  await wizard.answer("After how many days does it end?", keys.enter);
  await wizard.answer("Who replaces it before it ends?", keys.enter);
  await wizard.read("All five conditions for a token hold", "Continue");
  await wizard.see("A personal token instead?");
  show("consent", "What a personal token is, before anybody agrees to one", wizard);
  await wizard.choose("A personal token instead?", "I have read this");
  await wizard.see("Type these words to consent:");
  show("consent-in-words", "A consent is typed", wizard);
}

function open(
  { program, columns }: Place,
  { emulator, home, args }: { emulator: Emulator; home: string; args: readonly string[] },
): Wizard {
  const wizard = startInTerminal({
    command: execPath,
    args: [program, ...args, "--host", emulator.origin],
    env: {
      HOME: home,
      XDG_STATE_HOME: home,
      FORGE_CONFIG_DIR: emulator.cliConfigDir,
      BROWSER: "/bin/true",
      LANG: "C.UTF-8",
      SSH_CONNECTION: undefined,
      TERM: "xterm-256color",
    },
    cwd: home,
    columns,
    rows: 24,
  });
  return giveHands(wizard);
}

type Looking = Pick<Place, "lookAtPage"> & { readonly show: Show };

/** The setup as an operator lives through it, who once chooses too many repositories. */
async function setUp(wizard: Wizard, looking: Looking): Promise<void> {
  const { show } = looking;
  await wizard.moveTo("Which repository is the control repository?", "acme/control");
  show("first-question", "Which repository is the control repository?", wizard);
  wizard.write(keys.enter);
  await wizard.choose("What is this control plane for?", "I describe its scope now");
  await wizard.moveTo("Which repositories do the agents look at?", "□ acme/api");
  wizard.write(" ");
  await wizard.waitFor(/› ■ acme\/api/);
  show("targets", "Which repositories the agents look at", wizard);
  wizard.write(keys.enter);
  await wizard.see("May agents write to the targets?");
  show("write-or-not", "Whether agents write to them", wizard);
  wizard.write(keys.enter);
  await takeUsual(wizard);
  await wizard.see("Commit this scope?");
  show("scope", "The scope, before it is committed", wizard);
  await wizard.choose("Commit this scope?", "Yes, commit it");
  await makeReadApp(wizard, looking);
  await wizard.see("Write the shared control file?");
  show("control-file", "What all workflows import, offered last", wizard);
  wizard.write(keys.enter);
  await wizard.answer("Choose what agents may reach, too?", keys.enter);
  await wizard.answer("Configure an agent's engine, too?", keys.enter);
  await wizard.waitFor(/See how it\s+stands/);
  await wizard.exited;
  show("finished", "What is left in the scrollback", wizard);
}

async function takeUsual(wizard: Wizard): Promise<void> {
  for (const title of [
    "Where do review results go?",
    "Keep the usual limits of a run?",
    "Does the control repository have packages?",
  ]) {
    await wizard.answer(title, keys.enter);
  }
}

async function makeReadApp(wizard: Wizard, { show, lookAtPage }: Looking): Promise<void> {
  for (;;) {
    const screen = await wizard.waitFor(/What will be made|Would an owner|Continue with/);
    if (/What will be made/.test(screen)) break;
    wizard.write(keys.enter);
    await wizard.waitFor(
      new RegExp(
        `^(?![^]*${screen.includes("Would an owner") ? "Would an owner" : "Continue with"})`,
      ),
    );
  }
  show("what-will-be-made", "What will be made", wizard);
  await wizard.read("What will be made", "Continue");
  await wizard.answer("Name of the Read App:", keys.enter);
  await wizard.answer("How is the Read App made?", keys.enter);
  await wizard.see("Create the Read App");
  const page = await wizard.readLink("http://127.0.0.1:");
  await createBrowser((link) => link).open(page);
  await lookAtPage?.(page);
  await wizard.waitFor(/opened the\s+page/);
  show("create-the-app", "The wait for the operator in the browser", wizard);
  await createRobot().visit(page);
  await wizard.see("Install the Read App");
  show("install-the-app", "The wait for the installation", wizard);
  const installPage = await followShort(wizard);
  await createRobot({ selection: "all" }).visit(installPage);
  wizard.write(keys.enter);
  await wizard.waitFor(/installed\s+on\s+all/);
  show("installation-problem", "An installation on all repositories is refused", wizard);
  await createRobot({ selection: ["acme/control"] }).visit(await followShort(wizard));
  wizard.write(keys.enter);
  await wizard.waitFor(/acme\/api|acme\/control is set up/);
  if (wizard.screen().includes("is set up")) return;
  const settings = await followShort(wizard);
  await createRobot({ selection: ["acme/control", "acme/api"] }).visit(settings);
  wizard.write(keys.enter);
}

/** Where the short address on the screen leads. */
async function followShort(wizard: Wizard): Promise<string> {
  const link = await wizard.readLink("http://127.0.0.1:");
  return new Promise((resolve, reject) => {
    get(link, (answer) => {
      answer.resume();
      resolve(answer.headers.location ?? link);
    }).on("error", reject);
  });
}

/** A run is let in, and the next one is not: what the dashboard says of it then. */
async function watch(wizard: Wizard, emulator: Emulator, show: Show): Promise<void> {
  const counted = { credential: "read-app", limit: 5000, required: 750 };
  await runNightly(emulator, linesOf({ ...counted, remaining: 4604 }), 0);
  await wizard.waitFor(/1:? +Nightly/);
  const reset = new Date(Date.now() + 23 * 60_000).toISOString();
  await runNightly(emulator, linesOf({ ...counted, remaining: 212, reset }), 6);
  await wizard.see("API capacity admission gate: closed");
  show("dashboard", "The dashboard: a run that the gate stopped is no common failure", wizard);
}

function linesOf(fields: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
}

async function rotate(wizard: Wizard, emulator: Emulator, show: Show): Promise<void> {
  await wizard.waitFor(/What is rotated\?|What will happen/);
  if (wizard.screen().includes("What is rotated")) wizard.write(keys.enter);
  await wizard.see("What will happen");
  show("rotation", "What a rotation will do", wizard);
  await wizard.read("What will happen", "Continue");
  const page = `${emulator.origin}/organizations/acme/settings/apps/gatehouse-acme-control-read`;
  const key = await createRobot().generateKey(page);
  await wizard.read("Add a key to the Read App", "Open the page, and continue");
  await wizard.choose("Where is the key of the Read App?", "I paste it here");
  await wizard.see("Private key of the Read App:");
  wizard.write(`\u001b[200~${key.reveal()}\u001b[201~`);
  await wizard.answer("RSA 2048", keys.enter);
  await wizard.answer("Do you have the old key of the Read App, too?", keys.enter);
  await wizard.see("End the old key of the Read App");
  show("cannot-be-undone", "What cannot be undone looks different", wizard);
}

async function respond(wizard: Wizard, show: Show): Promise<void> {
  await wizard.waitFor(/› \S/);
  show("exposed", "The first question after a suspected exposure", wizard);
}
