import { expect, test } from "vitest";
import { createScriptedPrompter } from "../../src/prompts/scripted-prompter.ts";
import { parseScriptedAnswers } from "../../src/prompts/scripted-answers.ts";
import { signLinksOf } from "../../src/prompts/sign-links.ts";
import { noStops } from "./no-stops.ts";

function openSigned() {
  const text: string[] = [];
  const print = (line: string) => void text.push(line);
  const answers = parseScriptedAnswers({ answers: { name: "x" } }, "the test");
  let count = 0;
  const led: [link: string, after: string][] = [];
  const prompter = signLinksOf(
    createScriptedPrompter({ stops: noStops(), answers, print }),
    (link) => {
      if (link.startsWith("https:")) return link;
      count += 1;
      return `${link}?sign_in=${count}`;
    },
    { addShortLink: (link, after) => void led.push([link, after]) },
  );
  return { led, prompter, text: () => text.join("\n") };
}

test("links in notes and waits sign the operator in, and a repeated link is the same", async () => {
  const { prompter, text } = openSigned();
  await prompter.note({ id: "n", title: "Look", link: "http://forge.test/a" });
  await prompter.progress({ id: "w", title: "Wait" }, (report) => {
    report({ link: "http://forge.test/b" });
    report({ link: "http://forge.test/b" });
    return Promise.resolve();
  });
  expect(text()).toContain("http://forge.test/a?sign_in=1");
  expect(text()).toContain("http://forge.test/b?sign_in=2");
  expect(text()).not.toContain("sign_in=3");
});

test("a short link to the forge also signs in; other links remain unchanged", async () => {
  const { prompter, led } = openSigned();
  await prompter.note({ id: "n", title: "Look", link: "http://forge.test/a" });
  await prompter.note({ id: "m", title: "Look", link: "https://elsewhere.test/a" });
  expect(led).toEqual([["http://forge.test/a?sign_in=1", "http://forge.test/a"]]);
});

test("a link on its own line signs in; an address in a command or a sentence is unchanged", async () => {
  const { prompter, text } = openSigned();
  const body = [
    "Delete them there:",
    "  http://forge.test/keys",
    "Run in another terminal:",
    "  gatehouse rotate --host http://forge.test --repo acme/control",
    "The forge is http://forge.test.",
    "http://forge.test/a http://forge.test/b",
  ];
  await prompter.note({ id: "n", title: "Look", body });
  await prompter.note({ id: "m", title: "Run", command: "curl http://forge.test" });
  expect(text().match(/\S+sign_in\S+/g)).toEqual(["http://forge.test/keys?sign_in=1"]);
});
