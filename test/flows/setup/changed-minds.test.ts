import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { parseSettings } from "../../../src/plane/scope/settings.ts";
import {
  described,
  openScopeBench,
  patScope,
  readDecision,
  settingsFile,
} from "../scope/scope-bench.ts";
import type { OperatorOptions } from "./operator.ts";

type OnQuestion = NonNullable<OperatorOptions["onQuestion"]>;

/**
 * Goes back once at every question that allows it, and checks that the previous question follows.
 */
function hesitate() {
  let answered: string[] = [];
  const gone = new Set<string>();
  const strayed: string[] = [];
  let awaited: string | undefined;
  const onQuestion: OnQuestion = (id, { canGoBack }, question) => {
    if (!question) return;
    if (awaited !== undefined && awaited !== id) strayed.push(`${id} instead of ${awaited}`);
    awaited = undefined;
    // The last action is irreversible, so no question before it is expected.
    if (!canGoBack) answered = [];
    if (!canGoBack || gone.has(id)) return void answered.push(id);
    gone.add(id);
    awaited = answered.pop();
    throw new Back();
  };
  return { onQuestion, gone, strayed };
}

/** First a different answer, and the final answer after Back. */
const first = <T>(other: T, last: T) => ({ each: [other, last] });
/** The same for a final answer that causes one more question, which returns here again. */
const thenMore = <T>(other: T, last: T) => ({ each: [other, last, last] });

describe("Back at every question", () => {
  test("about the scope and the Apps returns to the previous question; the last answers count", async () => {
    const bench = await openScopeBench();
    const { onQuestion, gone, strayed } = hesitate();
    const { error, outcome } = await bench.setUpScope(
      {
        ...described,
        // After the commit, the question asks whether the scope is still right.
        scope: { each: ["describe", "describe", "keep", "keep"] },
        targets: thenMore(["acme/infra"], ["acme/api", "others"]),
        "more-targets": "acme/web",
        mode: first("review", "live"),
        destination: thenMore("target", "alternate"),
        alternate: "acme/infra",
        limits: thenMore("usual", "other"),
        "repository-cap": first("9", "3"),
        "dispatch-cap": "2",
        "has-packages": thenMore("none", "some"),
        packages: thenMore("other", "audit"),
        "package-other-apis": [],
        "package-audit-apis": ["contents"],
        "settings-commit": "commit",
        "read-app-name": first("another-name", "reader-of-acme"),
        "read-app-how": first("by-hand", "browser"),
        "write-app-name": first("another-name", "writer-of-acme"),
        "write-app-how": first("by-hand", "browser"),
      },
      { onQuestion },
    );
    expect(error).toBeUndefined();
    expect(strayed).toEqual([]);
    expect([...gone]).toEqual(
      expect.arrayContaining(["targets", "settings-commit", "read-app-name", "read-by-hand"]),
    );
    expect(parseSettings((await bench.file(settingsFile)) ?? "", settingsFile)).toMatchObject({
      targets: ["acme/api", "acme/web"],
      mode: "live",
      destination: "alternate",
      alternateRepository: "acme/infra",
      caps: { repositories: 3, dispatches: 2 },
      packages: [{ name: "audit", apis: ["contents"] }],
    });
    expect(outcome?.apps.map(({ slug }) => slug)).toEqual(["reader-of-acme", "writer-of-acme"]);
    expect(await bench.apps()).toHaveLength(2);
  });

  test("about the consent to a token returns to the previous question", async () => {
    const bench = await openScopeBench();
    await bench.leaveOwners();
    const { secrets } = await bench.saveToken();
    const { onQuestion, gone, strayed } = hesitate();
    const { error, outcome } = await bench.setUpScope(
      {
        ...patScope,
        "billing-administrator": "hubot",
        "app-installable": thenMore("unknown", "no"),
        "pat-owner": first("no", "yes"),
        "pat-policy": first("no", "yes"),
        "pat-approval": first("unknown", "yes"),
        "pat-limits": first("no", "yes"),
        "pat-lifetime": first("90", "30"),
        "pat-rotation-owner": first("otto", "olga"),
      },
      { secrets, onQuestion },
    );
    expect(error).toBeUndefined();
    expect(strayed).toEqual([]);
    expect([...gone]).toEqual(
      expect.arrayContaining(["billing-confirmed", "no-profile", "pat-notice", "pat-consent"]),
    );
    expect(outcome?.pat).toMatchObject({ rotationOwner: "olga" });
    expect((await readDecision(bench))?.entitlement.confirmation).toMatchObject({
      administrator: "hubot",
    });
  });

  test("about a provided key returns to the previous question until the key is stored", async () => {
    const bench = await openScopeBench();
    const slug = "gatehouse-acme-control-read";
    await bench.makeByHand("read", slug);
    const [app] = await bench.apps();
    const file = await bench.saveKey(slug);
    const { onQuestion, gone, strayed } = hesitate();
    const clientId = app?.clientId ?? "";
    const { error, outcome } = await bench.setUp({
      answers: {
        "failure:read-incomplete": { each: Array<string>(4).fill("new-key") },
        "read-new-key": true,
        "read-key-from": first("file", "file"),
        "read-key-file": file,
      },
      onQuestion,
    });
    expect(error).toBeUndefined();
    // A failure is shown again, wherever Back goes.
    expect(strayed.filter((one) => !one.includes("read-incomplete"))).toEqual([]);
    expect([...gone]).toEqual(expect.arrayContaining(["read-key-from", "read-key-file"]));
    expect(outcome?.apps[0]).toMatchObject({ clientId, slug });
  });
});

test("a rerun whose stored answers cause a failure can go back to the scope", async () => {
  const bench = await openScopeBench();
  const wrong = { targets: ["acme/api", "others"], "more-targets": "acme/wbe" };
  const failed = await bench.setUpScope({ ...described, ...wrong });
  expect(failed.error?.message).toContain(
    "Repository acme/wbe not found, or this account cannot see it.",
  );
  let isLost = true;
  const { error, outcome, asked } = await bench.setUpScope(
    {
      ...described,
      scope: "change",
      "scope-parts": ["targets"],
      targets: ["acme/api"],
      "failure:read-proof": "run",
      "failure:read-run": { each: ["page"] },
    },
    {
      onQuestion: (id, { canGoBack }, question) => {
        if (!question || !isLost) return;
        if (id === "scope") isLost = false;
        else if (canGoBack) throw new Back();
      },
    },
  );
  expect(error).toBeUndefined();
  expect(asked.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["read-installation", "scope", "scope-parts", "targets"]),
  );
  expect(outcome?.apps).toMatchObject([{ role: "read", installation: "proved" }]);
});
