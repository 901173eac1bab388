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
import type { SetUpDeps } from "./set-up-deps.ts";

type WaitDeps = Clock & Browser & Pick<SetUpDeps, "profile" | "savePage">;
export type RegistrationDeps = FetchDeps &
  WaitDeps &
  Pick<SetUpDeps, "openRegistration" | "port" | "removePage">;
type Subject = AppSubject & { readonly appRequest: AppRequest };

/**
 * Has the forge make the App from our manifest: a page of ours, a button of the forge's, and a code back.
 * @throws WrongOwner when nothing else came, TimedOut, CodeRefused and what the conversion throws: then there is an App without a key
 */
export async function registerInBrowser(
  context: FlowContext,
  deps: RegistrationDeps,
  subject: Subject,
): Promise<MadeApp> {
  const registration = await deps.openRegistration({
    role: subject.role,
    subject: `set up ${deps.repository.full}`,
    place: subject.place,
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
    // The pages lead to a registration that nobody waits for any more.
    await Promise.all(savedPages.map((saving) => saving.then(deps.removePage, () => undefined)));
  }
  return context.remember(madeStep({ ...deps, ...subject }), made);
}

/** What became of the codes before. */
interface Refused {
  readonly refusal?: CodeRefused;
  readonly wrongOwner?: WrongOwner;
}

/** The person's word that they have made the App, whatever became of its code. */
function createWord(refusal?: CodeRefused) {
  let say: (refused: CodeRefused | undefined) => void = () => undefined;
  const said = new Promise<never>((_, reject) => {
    say = reject;
  });
  said.catch(() => undefined);
  const run = () => (say(refusal), undefined);
  return { said, action: { id: "made", key: "m", label: "I have made it: go on", run } };
}

interface OpenRegistration extends Subject {
  readonly registration: Registration;
  readonly savedPages: Promise<string>[];
}

/**
 * A code that the forge does not know may be anybody's, and so may that of an App of another owner: it changes nothing,
 * and the wait goes on until the right one comes, or the person says that the unknown one was theirs.
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
        // Their word that there is an App, whose code nobody has.
        if (error === refused.refusal)
          await context.remember(registeredStep({ ...deps, ...subject }), true);
        // What was made for another owner is still there.
        throw error instanceof TimedOut ? (refused.wrongOwner ?? error) : error;
      },
    );
    const made = await fetchNewApp(context, deps, subject, code);
    if (made instanceof CodeRefused) refused = { ...refused, refusal: made };
    else if (made instanceof WrongOwner) refused = { ...refused, wrongOwner: made };
    else return made;
  }
}

/** What is said of the person's way through the browser. */
function describeSight(sight: Sight, settings: string): WaitUpdate {
  if (sight === "page opened") {
    return { seen: "your browser opened the page", line: "waiting for you to go on from there" };
  }
  return {
    seen: "went on to the forge",
    line: "no answer from the forge yet",
    ifLeft: {
      say: "Close the forge's page: an App that is made there now has no key here. If it is made, delete it first",
      link: settings,
    },
  };
}

const whyByHand =
  "The forge has no way for a program to make an App alone: you press the button. Two Apps, so that what reads targets can never write. " +
  "Is your browser on another machine? s saves the page for it, and p takes the address that it ends at.";

/** Answers the next one-use code. */
function waitForCode(
  context: Pick<FlowContext, "ask">,
  deps: WaitDeps,
  subject: OpenRegistration & { refused: Refused },
): Promise<string> {
  const { role, ready, registration, appRequest, savedPages, refused } = subject;
  const settings = appsPage(deps.profile, ready.account);
  const { refusal, wrongOwner } = refused;
  const because = deps.noBrowserBecause ?? "no browser could be started";
  const theirs = createWord(refusal);
  return waitInBrowser(context, deps, {
    id: `${role}-browser`,
    title: `Create the ${titleOf(role)} on the forge`,
    steps: [
      openStep,
      "Sign in, if the forge asks. Then press [ Create App ].",
      "Come back here. This goes on by itself.",
    ],
    why: whyByHand,
    canLeave: true,
    what: `The registration of the ${titleOf(role)}`,
    line: refusal
      ? "A code came that the forge does not know. Nothing was changed; still waiting for you"
      : "waiting for your browser to open the page",
    next: "key received, stored, tried out",
    watch: (say) => registration.watch((sight) => say(describeSight(sight, settings))),
    ...(wrongOwner && { problem: describeWrongOwner(wrongOwner) }),
    isOpen: refusal !== undefined || wrongOwner !== undefined,
    link: registration.link,
    linkToOpen: () => registration.linkForOneVisit(),
    ifUnopened: `Open the link yourself (${because}), or press s and p to use another machine`,
    arrival: Promise.race([registration.nextCode(), theirs.said]),
    actions: ({ say }) => [
      {
        id: "paste",
        key: "p",
        label: "paste",
        input: "The whole address that the browser ended at:",
        run: (address) => registration.acceptAddress(address),
      },
      {
        id: "save",
        key: "s",
        label: "save",
        run: async () => {
          const saving = deps.savePage(`register-${appRequest.name}.html`, registration.page);
          // Who leaves meanwhile leaves no page behind.
          savedPages.push(saving);
          const path = await saving;
          say({
            seen: `saved ${path}`,
            line: "open the saved page where your browser is, then press p here",
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
    say: message,
    hints: [
      ...hints,
      {
        say: "Then press o here, and make it again; an App that somebody else made is not yours to delete",
      },
    ],
  };
}
