import { describe, expect, test } from "vitest";
import { missing, ok, unknown, warning } from "../../src/doctor/check.ts";
import type { Examination, Found } from "../../src/doctor/check.ts";
import { cleanText } from "../../src/doctor/clean-text.ts";
import { examine } from "../../src/doctor/examine.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const person = { home: "/home/mona", user: "mona" };
const options = { version: "1.0.0", person, limitMilliseconds: 1000, onEnd: () => undefined };

function read(found: () => Found | Promise<Found>, isNeeded = true): Examination {
  return { id: "it", title: "It", isNeeded, run: found };
}

describe("a doctor report", () => {
  test("is ok if no required check is missing or unknown", async () => {
    const all = [read(() => ok("here")), read(() => warning("less well"))];
    expect(await examine(all, options)).toMatchObject({ version: "1.0.0", ok: true });
    expect((await examine([...all, read(() => missing("not here"))], options)).ok).toBe(false);
    expect((await examine([...all, read(() => unknown("not seen"))], options)).ok).toBe(false);
    expect((await examine([...all, read(() => unknown("not seen"), false)], options)).ok).toBe(
      true,
    );
  });

  test("contains all other checks if one hangs or fails", async () => {
    const never = read(() => new Promise<Found>(() => undefined));
    const broken = read(() => Promise.reject(new Error("secret of /home/mona")));
    const refused = read(() => {
      throw new InvalidInput("It is nowhere.", [{ text: "Put it somewhere" }]);
    });
    const ended: number[] = [];
    const { checks } = await examine([never, broken, refused, read(() => ok("here"))], {
      ...options,
      limitMilliseconds: 5,
      onEnd: (count) => ended.push(count),
    });
    expect(checks.map(({ state, evidence }) => [state, ...evidence])).toEqual([
      ["unknown", "no response within 0.005 seconds"],
      ["unknown", "not checked because of a bug in gatehouse (Error)"],
      ["unknown", "It is nowhere."],
      ["ok", "here"],
    ]);
    expect(ended).toEqual([1, 2, 3, 4]);
  });

  test("does not contain data that identifies the user", async () => {
    const found = warning("/home/mona/bin/gh of mona by http://mona:pw@proxy.example:3128", [
      { text: "See /home/mona", command: "ls -ld /home/mona/state" },
    ]);
    const { checks } = await examine([read(() => found)], options);
    expect(JSON.stringify(checks)).not.toMatch(/mona|pw@/);
    expect(checks[0]?.next).toEqual([{ text: "See ~", command: "ls -ld ~/state" }]);
  });
});

test.each([
  ["/home/mona/x", "~/x"],
  ["/home/monalisa/x", "/home/…/x"],
  ["/data/mona/x", "/data/USER/x"],
  ["harmonalog", "harmonalog"],
  ["gh 2.60.0, /home/alice/bin/gh", "gh 2.60.0, /home/…/bin/gh"],
  ["/tmp/x/users/alice.jones/gatehouse, mode 700", "/tmp/x/users/…/gatehouse, mode 700"],
  ["/Users/alice, not made yet", "/Users/…, not made yet"],
  ['it is "/var/home/alice"; /home/bob:/home/', 'it is "/var/home/…"; /home/…:/home/'],
  ["https://a:b@c.example/d", "https://c.example/d"],
  [`token ghp_${"a1B2".repeat(9)}`, "token [secret]"],
])("%s is shown as %s", (text, reported) => {
  expect(cleanText(text, person)).toBe(reported);
});

test("a short user name and root are not masked", () => {
  expect(cleanText("no right of root", { home: "/root", user: "root" })).toBe("no right of root");
  expect(cleanText("to do", { home: "/h/do", user: "do" })).toBe("to do");
});
