import { expect, test } from "vitest";
import { playFault, type Expectation, type PlayName } from "./play-fault.ts";
import { sample } from "../../sample.ts";

type Faults = Partial<Record<PlayName, Expectation>>;

const limited = /rate limit exceeded; no more requests until \S+Z\.\nWait until \S+Z, then run/;
const singleSignOn =
  /the organization requires single sign-on\.\nAuthorize this login:\n {2}http\S+/;

/** The message of the forge's CLI, and the remaining action. */
const refusedByCli = (what: string, why: RegExp) =>
  new RegExp(`wrong: Could not set the ${what} \\S+: .*${why.source}`);

const storing = (what: string): Faults => ({
  "500 once": "completes",
  "cut before": "completes",
  "cut after": "completes",
  "502 always": refusedByCli(what, /HTTP 502/),
  "cut always": refusedByCli(what, /error connecting to 127/),
  "signed out": refusedByCli(what, /HTTP 401: Requires authentication/),
  "single sign-on": refusedByCli(what, /HTTP 403: Resource protected by organization SAML/),
  "not accessible": refusedByCli(what, /HTTP 403: Resource not accessible/),
  "rate limit": refusedByCli(what, /HTTP 403: API rate limit exceeded/),
  "secondary limit": refusedByCli(what, /secondary rate limit/),
});

const used =
  /wrong: The registration code was rejected \(\d+\): it was already used or has expired/;
const noAnswer = /POST \/app-manifests\/\{code\}\/conversions failed: /;

/** The code works only once. If it was used up, a new key for the existing App is requested. */
const conversion: Faults = {
  "500 once": "completes",
  "cut before": "completes",
  "cut after": used,
  "502 always": noAnswer,
  "cut always": noAnswer,
  "code expired": used,
  "rate limit": limited,
  "secondary limit": limited,
};

const asApp: Faults = {
  "500 once": "completes",
  "cut before": "completes",
  "single sign-on": singleSignOn,
  "rate limit": limited,
  "not found": /404 Not Found\nCheck/,
  "not accessible": /403 Resource not accessible.*\nCheck/,
};

const routes: Record<string, Faults> = {
  "POST /app-manifests/*/conversions": conversion,
  "GET /repos/acme/control/actions/secrets/public-key": storing("secret"),
  "PUT /repos/acme/control/actions/secrets/*": storing("secret"),
  "POST /repos/acme/control/actions/variables": storing("variable"),
  "GET /app/installations": { ...asApp, "key not ready": "completes" },
  "POST /app/installations/*/access_tokens": { ...asApp, "key not ready": "completes" },
  "GET /installation/repositories": asApp,
  // A token that only reads names expires soon.
  "DELETE /installation/token": {
    "502 always": "completes",
    "cut always": "completes",
    "signed out": "completes",
    "rate limit": "completes",
  },
};

const cases = Object.entries(routes).flatMap(([on, faults]) =>
  Object.entries(faults).map(([name, expected]) => ({ on, name: name as PlayName, expected })),
);

// Tests run concurrently because most of their time is a pause between two attempts.
test.concurrent.each(sample("faults of writes", cases, 20))(
  "$on: $name",
  async ({ on, name, expected }) => {
    expect(await playFault(on, name, expected)).toEqual([]);
  },
);
