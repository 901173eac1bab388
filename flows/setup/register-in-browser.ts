import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { WaitUpdate } from "../../src/prompts/prompter.ts";
import { WrongOwner } from "../../src/plane/setup/compare-app.ts";
import { CodeRefused } from "../../src/plane/setup/convert-code.ts";
import type { MadeApp } from "../../src/plane/setup/credential-state.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appsPage, registrationLink } from "../../src/forge/web-links.ts";
import { madeStep, registeredStep } from "../../src/plane/setup/journal-steps.ts";
import type { Registration, Sight } from "../../src/plane/setup/loopback.ts";
import { buildManifest } from "../../src/plane/setup/manifest.ts";
import type { AppRequest } from "../../src/plane/setup/manifest.ts";
import type { Clock } from "../shared/clock.ts";
import { waitInBrowser } from "../shared/wait-in-browser.ts";
import { openStep } from "../shared/browser-visit.ts";
import type { Browser, BrowserWait } from "../shared/browser-visit.ts";
import { TimedOut } from "../shared/deadline.ts";
import { fetchNewApp } from "./fetch-new-app.ts";
import type { FetchDeps } from "./fetch-new-app.ts";
import type { AppSubject } from "./app-subject.ts";
import { askOwnerLabel, mayRegister } from "./choose-creator.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

type WaitDeps = Clock & Browser & Pick<SetUpDeps, "profile" | "savePage">;
export type RegistrationDeps = FetchDeps &
  WaitDeps &
  Pick<SetUpDeps, "openRegistration" | "port" | "removePage">;
type Subject = AppSubject & { readonly appRequest: AppRequest };

/**
 * Creates the App on GitHub from our manifest: our page submits the manifest, the user presses the
 * button, and GitHub redirects back with a code.
 * @throws WrongOwner if only a code for another owner's App arrived; TimedOut, CodeRefused and the
 *   errors of the conversion, which leave an App without a key
 */
export async function registerInBrowser(
  context: FlowContext,
  deps: RegistrationDeps,
  subject: Subject,
): Promise<MadeApp> {
  const registration = await deps.openRegistration({
    role: subject.role,
    subject: `set up ${deps.repository.full}`,
    position: subject.position,
    port: deps.port,
    webUrl: deps.profile.webUrl,
    registrationLink: registrationLink(deps.profile, subject.ready.account),
    manifest: (redirectUrl) => buildManifest(subject.appRequest, redirectUrl),
  });
  const savedPages: Promise<string>[] = [];
  let made: MadeApp;
  try {
    made = await receiveApp(context, deps, { ...subject, registration, savedPages });
  } finally {
    await registration.close();
    // The saved pages can no longer be used, because their registration is closed.
    await Promise.all(savedPages.map((saving) => saving.then(deps.removePage, () => undefined)));
  }
  return context.record(madeStep({ ...deps, ...subject }), made);
}

/** Rejections of codes that arrived earlier. */
interface Refused {
  readonly refusal?: CodeRefused;
  readonly wrongOwner?: WrongOwner;
}

/**
 * Creates the action that confirms the creation of the App, even if the App's code was rejected or
 * never arrived.
 */
function createWord(refusal?: CodeRefused) {
  let report: (refused: CodeRefused | undefined) => void = () => undefined;
  const codeRefused = new Promise<never>((_, reject) => {
    report = reject;
  });
  codeRefused.catch(() => undefined);
  const run = () => (report(refusal), undefined);
  return { codeRefused, action: { id: "made", key: "m", label: "I created it, continue", run } };
}

interface OpenRegistration extends Subject {
  readonly registration: Registration;
  readonly savedPages: Promise<string>[];
}

/**
 * Waits for the code of the new App. An unknown code, or the code of another owner's App, may come
 * from anyone, so it does not change anything. The wait continues until the right code arrives, or
 * until the operator confirms that the unknown code was theirs.
 */
async function receiveApp(
  context: FlowContext,
  deps: FetchDeps & WaitDeps,
  subject: OpenRegistration,
): Promise<MadeApp> {
  let refused: Refused = {};
  for (;;) {
    const code = await waitForCode(context, deps, { ...subject, refused }).catch(
      async (error: unknown) => {
        // The operator confirmed that the App exists, although its code was rejected.
        if (error === refused.refusal)
          await context.record(registeredStep({ ...deps, ...subject }), true);
        // Reports the wrong owner instead of the timeout, because the App that was created for
        // another owner still exists.
        throw error instanceof TimedOut ? (refused.wrongOwner ?? error) : error;
      },
    );
    const made = await fetchNewApp(context, deps, subject, code);
    if (made instanceof CodeRefused) refused = { ...refused, refusal: made };
    else if (made instanceof WrongOwner) refused = { ...refused, wrongOwner: made };
    else return made;
  }
}

/** Describes the user's progress in the browser. */
function describeSight(sight: Sight, settings: string): WaitUpdate {
  if (sight === "page opened") {
    return { seen: "your browser opened the page", line: "waiting for you to continue there" };
  }
  return {
    seen: "continued to the registration form",
    line: "no response yet",
    ifLeft: {
      text: "Close the registration page. If the App was already created, delete it: gatehouse does not have its key",
      link: settings,
    },
  };
}

const whyByHand =
  "Programs cannot create Apps on their own, so you press the button. With two Apps, the App that reads targets can never write. " +
  "If your browser is on another machine, press s to save the page for it, and p to paste the URL of the last page.";

/** Returns the next one-time code. */
function waitForCode(
  context: Pick<FlowContext, "ask">,
  deps: WaitDeps,
  subject: OpenRegistration & { refused: Refused },
): Promise<string> {
  const { role, ready, registration, appRequest, savedPages, refused } = subject;
  const settings = appsPage(deps.profile, ready.account);
  const { refusal, wrongOwner } = refused;
  const reason = deps.noBrowserReason ?? "no browser could be started";
  const theirs = createWord(refusal);
  return waitInBrowser(context, deps, {
    id: `${role}-browser`,
    title: `Create the ${titleOf(role)} on ${deps.profile.brand.title}`,
    ...(!mayRegister(ready) && {
      body: [
        `Page not found? Then you are not an App manager of ${ready.account.login}. Go back and choose "${askOwnerLabel}".`,
      ],
    }),
    steps: [
      openStep,
      "Sign in if asked. Then press [ Create App ].",
      "Come back here. This continues automatically.",
    ],
    why: whyByHand,
    canLeave: true,
    what: `The registration of the ${titleOf(role)}`,
    line: refusal
      ? "Received an unknown code. Nothing was changed; still waiting for you"
      : "waiting for your browser to open the page",
    next: "receive, store and verify the key",
    watch: (report) => registration.watch((sight) => report(describeSight(sight, settings))),
    ...(wrongOwner && { problem: describeWrongOwner(wrongOwner) }),
    isOpen: refusal !== undefined || wrongOwner !== undefined,
    link: registration.link,
    linkToOpen: () => registration.linkForOneVisit(),
    ifUnopened: `Open the link yourself (${reason}), or press s and p to use another machine`,
    arrival: Promise.race([registration.nextCode(), theirs.codeRefused]),
    actions: ({ report }) => [
      {
        id: "paste",
        key: "p",
        label: "paste",
        input: "Complete URL of the last page in the browser:",
        run: (address) => registration.acceptAddress(address),
      },
      {
        id: "save",
        key: "s",
        label: "save",
        run: async () => {
          const saving = deps.savePage(`register-${appRequest.name}.html`, registration.page);
          // Deletes the page even if the operator leaves while the page is being saved.
          savedPages.push(saving);
          const path = await saving;
          report({
            seen: `saved ${path}`,
            line: "open the saved page on the other machine, then press p here",
          });
          return undefined;
        },
      },
      ...(refusal ? [theirs.action] : []),
    ],
  });
}

function describeWrongOwner({ message, hints }: WrongOwner): NonNullable<BrowserWait["problem"]> {
  return {
    text: message,
    hints: [
      ...hints,
      {
        text: "Then press o here to create it again. Delete only an App that you created yourself",
      },
    ],
  };
}
