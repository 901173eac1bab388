import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerQuery } from "../../../src/firewall/proxy/names/answer-query.ts";
import { createNames } from "../../../src/firewall/proxy/names/names.ts";

const label = (text: string) =>
  Buffer.concat([Buffer.of(text.length), Buffer.from(text, "latin1")]);

function query(
  labels: readonly string[],
  {
    type = 1,
    flags = 0x0100,
    questions = 1,
  }: { type?: number; flags?: number; questions?: number } = {},
): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0x1234, 0);
  head.writeUInt16BE(flags, 2);
  head.writeUInt16BE(questions, 4);
  return Buffer.concat([head, ...labels.map(label), Buffer.of(0, 0, type, 0, 1)]);
}

const codeOf = (answer: Buffer | undefined) => answer && (answer[3] ?? 0) & 15;
const answersIn = (answer: Buffer | undefined) => answer?.readUInt16BE(6);

describe("a host name", () => {
  test("keeps its address while it is in use, and the least recently used name is evicted", () => {
    const names = createNames({ most: 2 });
    const [a, b] = [names.addressOf("a.test"), names.addressOf("b.test")];
    // A dialed address marks its name as used, so the other name is evicted.
    expect(names.nameOf(a)).toBe("a.test");
    expect(names.addressOf("c.test")).toBe(b);
    expect(names.nameOf(b)).toBe("c.test");
    expect(names.addressOf("a.test")).toBe(a);
  });

  test("is found by its IPv4 and IPv4-mapped IPv6 address, and by no other address", () => {
    const names = createNames();
    const address = names.addressOf("a.test");
    expect(names.nameOf(`::ffff:${address}`)).toBe("a.test");
    for (const other of ["127.0.0.1", "127.0.0.53", "10.64.0.0", "::1", "", "127.64.0.1"]) {
      expect(names.nameOf(other)).toBeUndefined();
    }
  });

  test("after the first 256 names still gets an address", () => {
    const names = createNames();
    const all = Array.from({ length: 70_000 }, (_, at) => names.addressOf(`n${at}.test`));
    expect(new Set(all).size).toBe(65_536);
    expect(all.every((address) => /^127\.64\.\d{1,3}\.\d{1,3}$/.test(address))).toBe(true);
    expect(names.nameOf(all.at(-1) ?? "")).toBe("n69999.test");
  });
});

describe("a DNS query", () => {
  test("is answered with one address, repeating the question", () => {
    const names = createNames();
    const asked = query(["A", "test"]);
    const answer = answerQuery(asked, names);
    expect(answer?.subarray(12, asked.length)).toEqual(asked.subarray(12));
    expect([codeOf(answer), answersIn(answer)]).toEqual([0, 1]);
    expect(names.nameOf([...(answer?.subarray(-4) ?? [])].join("."))).toBe("a.test");
  });

  test.each([
    ["for another record type", query(["a", "test"], { type: 28 }), 0],
    ["for the root domain", query([]), 3],
    ["for an invalid host name", query(["a b", "test"]), 3],
    ["for a label that contains a dot", query(["a.b", "test"]), 3],
    ["for an IP address", query(["10", "0", "0", "1"]), 0],
    ["with two questions", query(["a", "test"], { questions: 2 }), 1],
    ["with an opcode for updates", query(["a", "test"], { flags: 0x2900 }), 4],
    [
      "with a compression pointer as its name",
      Buffer.concat([query([]).subarray(0, 12), Buffer.of(192, 12, 0, 1, 0, 1)]),
      1,
    ],
    ["that is truncated within its name", query(["a", "test"]).subarray(0, 15), 1],
  ])("%s gets the expected response code", (_name, asked, code) => {
    const answer = answerQuery(asked, createNames());
    expect(codeOf(answer)).toBe(code);
  });

  test.each([
    ["a response", query(["a", "test"], { flags: 0x8180 })],
    ["less than a header", query(["a"]).subarray(0, 11)],
    ["more bytes than a query can have", Buffer.alloc(600)],
  ])("that is %s is not answered, to prevent loops", (_name, asked) => {
    expect(answerQuery(asked, createNames())).toBeUndefined();
  });

  test("does not make the parser throw, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.boolean(), (bytes, isQuery) => {
        const asked = Buffer.from(bytes);
        const head = query([]).subarray(0, 12);
        const complete = isQuery ? Buffer.concat([head, asked]) : asked;
        expect(() => answerQuery(complete, createNames())).not.toThrow();
      }),
    );
  });
});
