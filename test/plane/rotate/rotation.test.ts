import { describe, expect, test } from "vitest";
import {
  advance,
  beginRotation,
  evaluateAdvance,
  RotationRefused,
  rotationStages,
} from "../../../src/plane/rotate/rotation.ts";
import type {
  LaterStage,
  Rotation,
  RotationEvent,
  RotationEvidence,
} from "../../../src/plane/rotate/rotation.ts";

const at = "2026-01-05T10:00:00.000Z";
const fingerprint = "SHA256:new";
const run = { what: "proof run", link: "https://forge.example/run/1", hasPassed: true };

const evidence: RotationEvidence = {
  begun: { at },
  proved: { at, fingerprint, previousFingerprint: "SHA256:old" },
  stored: { at, fingerprint },
  validated: { at, fingerprint, runs: [run] },
  revoked: { at, by: "mona", how: "seen", fingerprint: "SHA256:old" },
  rechecked: { at, findings: ["the read App is as before"] },
};

const later = rotationStages.filter((stage): stage is LaterStage => stage !== "begun");

/** Advances a rotation to a stage through the regular functions. */
function reachStage(stage: (typeof rotationStages)[number]): Rotation {
  let rotation: Rotation = beginRotation("read-app", evidence.begun);
  for (const next of later.slice(0, rotationStages.indexOf(stage))) {
    rotation = advance(rotation as never, next, evidence[next] as never);
  }
  return rotation;
}

function hintsOf(refused: () => unknown): string[] {
  try {
    refused();
  } catch (error) {
    if (error instanceof RotationRefused) return error.hints.map(({ text }) => text);
  }
  return [];
}

function event<S extends LaterStage>(stage: S, change: Partial<RotationEvidence[S]> = {}) {
  return { stage, evidence: { ...evidence[stage], ...change } } as unknown as RotationEvent;
}

describe("the stages of a rotation", () => {
  const pairs = rotationStages.flatMap((from) => later.map((to) => [from, to] as const));
  const isNext = (from: string, to: string) =>
    rotationStages.findIndex((stage) => stage === to) ===
    rotationStages.findIndex((stage) => stage === from) + 1;

  test.each(pairs.filter(([from, to]) => isNext(from, to)))("%s is followed by %s", (from, to) => {
    expect(evaluateAdvance(reachStage(from), event(to))).toEqual({ isAllowed: true });
  });

  test.each(pairs.filter(([from, to]) => !isNext(from, to)))(
    "%s cannot be followed by %s",
    (from, to) => {
      const verdict = evaluateAdvance(reachStage(from), event(to));
      expect(verdict.isAllowed).toBe(false);
      expect(() => advance(reachStage(from) as never, to, evidence[to] as never)).toThrow(
        RotationRefused,
      );
    },
  );

  test("an error names the current stage and the next one", () => {
    expect(evaluateAdvance(reachStage("stored"), event("revoked"))).toEqual({
      isAllowed: false,
      reason: "its stage is stored, so the next stage is validated, not revoked",
    });
  });

  test("a completed rotation has no next stage", () => {
    expect(evaluateAdvance(reachStage("rechecked"), event("rechecked"))).toEqual({
      isAllowed: false,
      reason: "it is already complete",
    });
  });

  test("an error names the credential, and how to start again", () => {
    const skip = () => advance(reachStage("begun") as never, "stored", evidence.stored);
    expect(skip).toThrow(
      "The rotation of read-app cannot continue: its stage is begun, so the next stage is proved, not stored.",
    );
    expect(hintsOf(skip)[0]).toContain("--start-over");
  });

  test("a function for validated rotations does not accept a rotation in another stage", () => {
    const revoke = (rotation: Rotation<"validated">) => rotation.stage;
    const stored = reachStage("stored") as Rotation<"stored">;
    // @ts-expect-error: a stored rotation is not a validated one
    expect(revoke(stored)).toBe("stored");
    // @ts-expect-error: nor is an object that only claims it
    expect(revoke({ credential: "read-app", stage: "validated", evidence: {} })).toBe("validated");
  });
});

describe("the evidence of a stage", () => {
  const refused: [string, Parameters<typeof reachStage>[0], RotationEvent, string][] = [
    [
      "the old credential is not accepted as its replacement",
      "begun",
      event("proved", { previousFingerprint: fingerprint }),
      "the replacement is identical to the old credential",
    ],
    [
      "a credential other than the proved one cannot be stored",
      "proved",
      event("stored", { fingerprint: "SHA256:other" }),
      "the stored credential is not the verified one",
    ],
    [
      "a run with another credential does not validate",
      "stored",
      event("validated", { fingerprint: "SHA256:other" }),
      "the validated credential is not the verified one",
    ],
    [
      "an empty list of runs does not validate",
      "stored",
      event("validated", { runs: [] }),
      "no run has used the replacement",
    ],
    [
      "a list with a failed run does not validate",
      "stored",
      event("validated", { runs: [run, { ...run, what: "review of triage", hasPassed: false }] }),
      "not every run succeeded: review of triage",
    ],
    [
      "the replacement cannot be revoked",
      "validated",
      event("revoked", { fingerprint }),
      "it would revoke the replacement",
    ],
    [
      "a recheck without findings is not accepted",
      "revoked",
      event("rechecked", { findings: [] }),
      "nothing was rechecked",
    ],
  ];
  test.each(refused)("%s", (_, from, step, reason) => {
    expect(evaluateAdvance(reachStage(from), step)).toEqual({ isAllowed: false, reason });
  });

  test("a reported revocation does not require the old fingerprint", () => {
    const word = { at, by: "mona", how: "reported" } as const;
    const step = { stage: "revoked", evidence: word } as const;
    expect(evaluateAdvance(reachStage("validated"), step)).toEqual({ isAllowed: true });
  });
});
