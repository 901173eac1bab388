import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";

async function ask(query: string) {
  const { emulator } = await openForge();
  const answer = await fetch(`${emulator.origin}/api/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulator.userToken.reveal()}` },
    body: JSON.stringify({ query }),
  });
  const { message, errors } = (await answer.json()) as { message?: string; errors?: object[] };
  return { status: answer.status, message, errors };
}

/** Fifteen levels; each round of four returns to mona. */
const rounds = "repositories(first: 9) { nodes { owner { ... on User { ".repeat(3);
const deepest = `{ viewer { ${rounds} repositories(first: 9) { totalCount } ${"} ".repeat(14)}`;

const names = Array.from({ length: 7000 }, (_, n) => `n${n}: login`);

/** Each level spreads the next one nine times. */
const tree = Array.from({ length: 9 }, (_, n) => {
  return `fragment f${n} on User { ${n < 8 ? `...f${n + 1} `.repeat(9) : "login"} }`;
});

const chain = Array.from({ length: 20 }, (_, n) => {
  const next = n < 19 ? `...f${n + 1}` : "login";
  return `fragment f${n} on User { repositories(first: 9) { nodes { owner { ${next} } } } }`;
});

const tooDeep = "The query is nested too deeply.";
const tooLong = "The query is too long.";

test.each([
  ["with deep nesting", `{${"viewer{".repeat(500)}`, tooDeep],
  ["with one level of nesting too many", deepest.replace("totalCount", "nodes { name }"), tooDeep],
  ["with deep nesting in a field's argument", `{ node(id: ${"[".repeat(40)}`, tooDeep],
  ["with deep nesting through fragments", `{ viewer { ...f0 } } ${chain.join("\n")}`, tooDeep],
  [
    "with a fragment that spreads itself",
    "{ viewer { ...a } } fragment a on User { ...a }",
    tooDeep,
  ],
  ["with too many characters in few tokens", `{ viewer { ${"a".repeat(100_001)} } }`, tooLong],
  ["with too many tokens", `{ viewer { ${"a ".repeat(26_000)} } }`, tooLong],
])("a query %s is rejected with 400", async (_, query, message) => {
  expect(await ask(query)).toEqual({ status: 400, message, errors: undefined });
});

test.each([
  ["nested as deeply as allowed", deepest],
  ["made of many tokens", `{ viewer { ${names.join(" ")} } }`],
  ["long", `{ viewer { login } } # ${"a".repeat(99_000)}`],
])("a query that is %s is answered", async (_, query) => {
  expect(await ask(query)).toEqual({ status: 200, message: undefined, errors: undefined });
});

test(
  "fragments that spread each other many times are evaluated once",
  { timeout: 5000 },
  async () => {
    const { status } = await ask(`{ viewer { ...f0 } } ${tree.join("\n")}`);
    expect(status).toBe(200);
  },
);

test("an invalid query is reported with GraphQL's own message", async () => {
  const { status, errors } = await ask("{ viewer {");
  expect({ status, errors }).toMatchObject({
    status: 200,
    errors: [{ message: "Syntax Error: Expected Name, found <EOF>." }],
  });
});

test.each([0, 101])("a list of %d entries at a time is refused", async (first) => {
  const { errors } = await ask(`{ viewer { repositories(first: ${first}) { totalCount } } }`);
  expect(errors).toMatchObject([
    { message: expect.stringContaining("between 1 and 100") as string },
  ]);
});

test("a query for too many nodes is rejected with a message", async () => {
  const { status, errors } = await ask(
    `{ viewer { repositories(first: 100) { nodes { owner { repositories(first: 100) { nodes {
         issues(first: 100) { totalCount } } } } } } } }`,
  );
  expect({ status, errors }).toMatchObject({
    status: 200,
    errors: [{ type: "MAX_NODE_LIMIT_EXCEEDED" }],
  });
});
