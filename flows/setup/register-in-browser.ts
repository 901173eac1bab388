import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Say } from "../../src/asking/prompter.ts";
import { createDeadline } from "../shared/deadline.ts";
import type { Deadline } from "../shared/deadline.ts";
import { titleOf } from "../../src/control/setup/describe-plan.ts";
import { registrationLink } from "../../src/forge/web-links.ts";
import { madeStep } from "../../src/control/setup/journal-steps.ts";
import type { Registration } from "../../src/control/setup/loopback.ts";
import { buildManifest } from "../../src/control/setup/manifest.ts";
import type { AppRequest } from "../../src/control/setup/manifest.ts";
import { insist, unsavedStopHint } from "../shared/insist.ts";
import { fetchNewApp } from "./fetch-new-app.ts";
import type { MadeApp } from "./make-app.ts";
import type { AppSubject } from "./set-up-credential.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type Subject = AppSubject & { readonly request: AppRequest };

/**
 * Has the forge make the App from our manifest: a page of ours, a button of the forge's, and a code back.
 * @throws WrongOwner, TimedOut, CodeRefused and what the conversion throws: then there is an App without a key
 */
export async function registerInBrowser(
  context: FlowContext,
  deps: SetUpDeps,
  subject: Subject,
): Promise<MadeApp> {
  const registration = await deps.openRegistration({
    port: deps.port,
    webUrl: deps.profile.webUrl,
    registrationLink: registrationLink(deps.profile, subject.ready.account),
    manifest: (redirectUrl) => buildManifest(subject.request, redirectUrl),
  });
  const deadline = createDeadline(`The registration of the ${titleOf(subject.role)}`, deps);
  const savedPages: string[] = [];
  let code: string;
  try {
    code = await waitForBrowser(context, deps, { ...subject, registration, deadline, savedPages });
  } finally {
    await registration.close();
    // The pages lead to a registration that nobody waits for any more.
    await Promise.all(savedPages.map(deps.removePage));
  }
  const made = await fetchNewApp(context, deps, subject, code);
  const { role } = subject;
  // A journal that cannot be written is no reason to lose the key.
  return insist(context, { id: `${role}-made`, stopHint: unsavedStopHint }, () =>
    context.step(madeStep({ ...deps, role }), () => Promise.resolve(made)),
  );
}

interface Waiting extends Subject {
  readonly registration: Registration;
  readonly deadline: Deadline;
  readonly savedPages: string[];
}

/** Answers the forge's one-use code. */
function waitForBrowser({ ask }: FlowContext, deps: SetUpDeps, waiting: Waiting): Promise<string> {
  const { role, registration, deadline, request, savedPages } = waiting;
  let update: Say = () => undefined;
  return ask.progress(
    {
      id: `${role}-browser`,
      title: `Register the ${titleOf(role)} in the browser`,
      body: [
        "The page leads to the forge's form, already filled in. Check the name there and press Create App.",
        "Asked to sign in first? Sign in, go back to the page, and press its button again.",
      ],
      why: "An App is the operator's to make: the forge has no way for a program to make one alone. Two Apps, so that what reads targets can never write.",
      actions: [
        {
          id: "open",
          key: "o",
          label: "open again",
          run: () => open(deps, registration.link, update),
        },
        {
          id: "paste",
          key: "p",
          label: "paste the address instead",
          input: "The whole address that the browser ended at:",
          run: (address) => registration.acceptAddress(address),
        },
        {
          id: "save",
          key: "s",
          label: "save the page for another machine",
          run: async () => {
            const path = await deps.savePage(`register-${request.name}.html`, registration.page);
            savedPages.push(path);
            update({ line: `Saved ${path}: open it where your browser is, then press p here` });
            return undefined;
          },
        },
        {
          id: "extend",
          key: "e",
          label: "more time",
          run: () => {
            deadline.extend();
            update({ deadline: deadline.at() });
            return undefined;
          },
        },
      ],
    },
    async (say, signal) => {
      update = say;
      say({
        line: "Waiting for you in the browser",
        link: registration.link,
        deadline: deadline.at(),
      });
      const opening = open(deps, registration.link, say);
      return Promise.race([registration.code, deadline.passed(signal), failed(opening)]);
    },
  );
}

/** Best effort: the browser may not open; the link is on screen anyway. */
async function open(deps: SetUpDeps, link: string, say: Say): Promise<undefined> {
  if (await deps.openLink(link)) return undefined;
  const because = deps.noBrowserBecause ?? "no browser could be started";
  say({ line: `Open the link yourself (${because}), or press s and p to use another machine` });
  return undefined;
}

/** Lets a failure of a task through and never ends otherwise. */
function failed(task: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    task.catch(reject);
  });
}
