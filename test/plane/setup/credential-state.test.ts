import { describe, expect, test } from "vitest";
import { halfReasons, evaluateCredential } from "../../../src/plane/setup/credential-state.ts";
import type { KnownApp } from "../../../src/plane/setup/credential-state.ts";

const mine: KnownApp = { clientId: "Iv1.mine", slug: "mine" };
const other: KnownApp = { clientId: "Iv1.other", slug: "other" };

/** Stored records, the App from the journal, the App with our name, and the resulting state. */
const table: [
  stored: { clientId?: string; hasKey: boolean },
  known: { made?: KnownApp; named?: KnownApp },
  verdict: object,
][] = [
  [{ hasKey: false }, {}, { state: "none" }],
  [{ hasKey: false }, { made: mine }, { reason: "app-without-key", app: mine }],
  [{ hasKey: false }, { named: mine }, { reason: "app-without-key", app: mine }],
  [{ hasKey: false }, { made: mine, named: other }, { reason: "app-without-key", app: mine }],
  [{ hasKey: true }, {}, { reason: "key-without-id", app: undefined }],
  [{ hasKey: true }, { made: mine }, { reason: "key-without-id", app: mine }],
  [{ clientId: "Iv1.mine", hasKey: false }, {}, { reason: "id-without-key", app: undefined }],
  [
    { clientId: "Iv1.mine", hasKey: false },
    { named: mine },
    { reason: "id-without-key", app: mine },
  ],
  [
    { clientId: "Iv1.mine", hasKey: false },
    { made: other },
    { reason: "id-without-key", app: undefined },
  ],
  [
    { clientId: "Iv1.mine", hasKey: true },
    {},
    { state: "pair", clientId: "Iv1.mine", app: undefined },
  ],
  [{ clientId: "Iv1.mine", hasKey: true }, { made: mine }, { state: "pair", app: mine }],
  [{ clientId: "Iv1.mine", hasKey: true }, { named: mine }, { state: "pair", app: mine }],
  [{ clientId: "Iv1.mine", hasKey: true }, { named: other }, { state: "pair", app: undefined }],
  [
    { clientId: "Iv1.mine", hasKey: true },
    { made: other },
    { reason: "id-of-another-app", app: other, stored: "Iv1.mine" },
  ],
  [
    { clientId: "Iv1.mine", hasKey: true },
    { made: other, named: mine },
    { reason: "id-of-another-app", app: other },
  ],
];

describe("an App credential", () => {
  test.each(table)(
    "with the stored records %o and the known facts %o has the state %o",
    (stored, known, verdict) => {
      const evaluated = evaluateCredential({
        halves: { clientId: stored.clientId, hasKey: stored.hasKey },
        made: known.made,
        named: known.named,
      });
      expect(evaluated).toMatchObject(verdict);
    },
  );

  test("whose record was deleted is reported as such, only for that App", () => {
    const facts = { halves: { clientId: undefined, hasKey: false }, named: undefined };
    const wasDropped = ({ clientId }: KnownApp) => clientId === mine.clientId;
    const evaluate = (made: KnownApp) => evaluateCredential({ ...facts, made, wasDropped });
    expect(evaluate(mine)).toMatchObject({ reason: "record-dropped", app: mine });
    expect(evaluate(other)).toMatchObject({ reason: "app-without-key", app: other });
  });

  test("with an incomplete pair is explained in a sentence, for either missing part", () => {
    for (const reason of Object.values(halfReasons)) expect(reason).toMatch(/^[A-Z].*\.$/);
  });
});
