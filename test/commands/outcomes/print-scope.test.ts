import { expect, test } from "vitest";
import { scopeRows } from "../../../src/commands/outcomes/print-scope.ts";
import type { ScopeDocument } from "../../../src/commands/outcomes/print-scope.ts";
import { decidedFor } from "../../plane/verify/rows/facts.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const { settings, decision } = decidedFor(someSettings);
const full: ScopeDocument = {
  repo: "acme/control",
  host: "forge.example",
  settings: settings.value,
  decision: decision.value,
  changed: ["targets"],
  problems: [],
};

describeWidths("the scope", (style) => scopeRows(full, style));

test("the scope is printed with one field per row, and the profile has a mark", () => {
  expect(printed((style) => scopeRows(full, style))).toMatchInlineSnapshot(`
    " acme/control   committed scope · read from forge.example just now

       target repositories    acme/api, acme/infra
       allowed owners         acme
       mode                   review
       review destination     control
       repository cap         10
       dispatch cap           5
       approved workers       none
       review package         review (Contents: Read-only, Issues: Read-only)
       protected environment  control-plane
       rotation owner         mona

     ! Profile  app, decided by mona on 2026-01-01
         Changed since: targets."
  `);
});

test("a package without its own permissions is described by the APIs that it calls", () => {
  const packages = [
    { name: "scan", apis: ["contents", "issues"] as const, permissions: {}, killSwitch: "SCAN_ON" },
    { name: "idle", apis: [] as const, permissions: {}, killSwitch: "IDLE_ON" },
  ];
  const rows = printed((style) =>
    scopeRows({ ...full, settings: { ...someSettings, packages } }, style),
  );
  expect(rows).toMatch(/^ {3}review package +scan \(Calls Contents, Issues\)$/m);
  expect(rows).toMatch(/review package +idle \(Calls no API\)/m);
});

test("if a file is invalid, its problem is printed instead of its fields", () => {
  const broken = {
    ...full,
    settings: null,
    decision: null,
    changed: [],
    problems: ["1:2 it is\n✔ no object"],
  };
  expect(printed((style) => scopeRows(broken, style))).toMatchInlineSnapshot(`
    " acme/control   committed scope · read from forge.example just now

     ✖ 1:2 it is
         ✔ no object
     ! Profile  not chosen yet"
  `);
});
