import { appDecision, somePin } from "../../plane/control-plane-bench.ts";
import { renderDecision } from "../../../src/plane/scope/decision.ts";
import { isUsage, noTerminal, type LineSituation } from "./prove-lines.ts";

const pin = `--cli ${somePin.source} --integrity ${somePin.integrity}`;
const forge = "--host emulator";

const stopped = {
  ...appDecision,
  choice: { profile: "stop", readApp: false, writeApp: false, pat: false },
} as const;

/** Commands on this machine without a control plane, and their printed steps. */
export const machineSteps: readonly LineSituation[] = [
  {
    what: "a fleet without a repository",
    run: [[`gatehouse fleet render ${pin}`, 2]],
    steps: { "Specify each control repository": [/fleet\.yml is written: 1 control/, 0] },
  },
  {
    what: "a control file without a profile",
    run: [[`gatehouse control render ${pin} --brand github`, 5]],
    steps: {
      "Choose a profile": [noTerminal, 2],
      "Or specify the profile": [/shared\/control\.md is written/, 0],
    },
  },
  {
    what: "a decision not to proceed",
    files: { ".forge/control-plane-decision.json": renderDecision(stopped) },
    run: [[`gatehouse control render ${pin}`, 5]],
    steps: { "Narrow the scope, or have the Apps approved": [noTerminal, 2] },
  },
  {
    what: "a profile that does not exist",
    run: [[`gatehouse control render ${pin} --profile both`, 2]],
    steps: { "Specify a profile": [/shared\/control\.md is written/, 0] },
  },
  {
    what: "a control file without a package",
    run: [["gatehouse control render --profile app", 2]],
    steps: {
      "Have runs install this gatehouse": [/shared\/control\.md is written/, 0],
    },
  },
  {
    what: "a control file whose package changes",
    run: [
      [`gatehouse control render ${pin} --profile app --brand github >/dev/null`, 0],
      [`gatehouse control render ${pin.replace("0.1.0", "0.2.0")} --profile app --brand github`, 0],
    ],
    steps: {
      "In a clone, compile the workflows again, because they still pin the previous package":
        "gh aw is an extension of another program",
      "Check that all workflows import it": ["no profile was chosen", 5],
    },
  },
  {
    what: "a package without its hash",
    run: [[`gatehouse control render --profile app --cli ${somePin.source}`, 2]],
    steps: {
      "Build the package and upload it to a URL that runs can access; npm prints its integrity":
        "it packs the sources of gatehouse; test/system/package packs them",
    },
  },
  {
    what: "a control file that is written, and later missing",
    run: [
      [`gatehouse control render ${pin} --profile app --brand forge`, 0],
      ["rm -r .forge", 0],
      ["gatehouse control check --brand forge", 5],
    ],
    steps: {
      "Check that all workflows import it": ["the control file is missing", 5],
      "Render the control file again to remove the drift": ["no profile was chosen", 5],
    },
  },
  {
    what: "facts that are missing or invalid",
    run: [
      ["gatehouse profile", 2],
      ["echo {} | gatehouse profile --facts -", 2],
    ],
    steps: {
      "Show the options": [isUsage("profile"), 0],
      "See the format of the facts": [isUsage("profile"), 0],
    },
  },
  {
    what: "commands that do not exist",
    run: [
      ["gatehouse statsu", 2],
      ["gatehouse control rendr", 2],
    ],
    steps: { "Show the options": [isUsage("control"), 0] },
  },
  {
    what: "a repository that is not named",
    run: [[`gatehouse status ${forge}`, 2]],
    steps: { "Add --repo": [/acme\/control {3}not set up/, 5] },
  },
  {
    what: "a repository name that is invalid",
    run: [[`gatehouse status ${forge} --brand github --repo control`, 2]],
    steps: { "Use the form owner/name": [/acme\/control {3}not set up/, 5] },
  },
  {
    what: "a dashboard without a terminal",
    run: [[`gatehouse dashboard ${forge} --brand github --repo acme/control --every 60`, 2]],
    steps: { "Print the dashboard once": [/acme\/control/, 0] },
  },
  {
    what: "an embedded forge that was never started",
    run: [["gatehouse emulator --sign-in", 5]],
    steps: { "Start the embedded forge": ["The embedded forge is running at", "runs on"] },
  },
  {
    what: "a host without its protocol",
    run: [["gatehouse status --host 127.0.0.1:9 --repo acme/control", 2]],
    steps: { "Include http:// in the address": "an option, to replace the typed one" },
  },
  {
    what: "a host with another protocol",
    run: [["gatehouse status --host http://a.example --repo acme/control", 2]],
    steps: {
      "Use only the host name, which implies https": "an option, to replace the typed one",
      "Use the IP address of the embedded forge": "an option, to replace the typed one",
    },
  },
  {
    what: "a directory that was deleted",
    run: [["mkdir gone && cd gone && rmdir ../gone && gatehouse compile", 2]],
    steps: {
      "Change to another directory": ["", 0],
      "If the directory was created again, change to it": ["", 0],
    },
  },
  {
    what: "a file in place of the state directory",
    files: { "state/gatehouse": "" },
    run: [[`XDG_STATE_HOME="$PWD/state" gatehouse status ${forge} --repo acme/control`, 2]],
    steps: { "Fix this, then run the same command again": ["", 0] },
  },
];
