import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRobot } from "../../emulator/robot.ts";

interface Seen {
  readonly what: string;
  readonly fields: [string, string][];
  readonly headers: IncomingMessage["headers"];
}

type Answer = (seen: Seen, response: ServerResponse) => void;

let answers: Record<string, Answer>;
let seen: Seen[];
let connections: number;
let origin: string;
let close: () => Promise<void>;

/** The server has a few pages, which each test defines. */
beforeEach(async () => {
  answers = {};
  seen = [];
  connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://x");
      const text = request.method === "GET" ? url.search : Buffer.concat(chunks).toString();
      const what = `${request.method} ${url.pathname}`;
      const visit = { what, fields: [...new URLSearchParams(text)], headers: request.headers };
      seen.push(visit);
      const answer = answers[what];
      if (answer) answer(visit, response);
      else response.writeHead(404).end("<h1>Not here</h1>");
    });
  });
  server.on("connection", () => (connections += 1));
  // The server does not close idle connections by itself.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((resolve) => server.close(() => resolve()));
});

afterEach(() => close());

const show =
  (html: string, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(html);

const goTo =
  (location: string, status = 302, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { location, ...headers }).end();

/** Returns the requests in order, without their bodies. */
const route = () => seen.map(({ what }) => what);

const installPage = `
  <form data-form="install-app" method="post" action="/install">
    <input type="hidden" name="target" value="7">
    <label><input type="radio" name="scope" value="all"> All repositories</label>
    <label><input type="radio" name="scope" value="selected" checked> Only select repositories</label>
    <input type="checkbox" id="r1" name="repository_ids[]" value="1" checked><label for="r1">acme/control</label>
    <input type="checkbox" id="r2" name="repository_ids[]" value="2"><label for="r2">acme/web</label>
    <button>Install</button>
  </form>`;

describe("visit", () => {
  test("follows form after form until a page has none that it recognizes", async () => {
    const text: string[] = [];
    const manifest = `{"name":"Reader & Co","url":"x"}`;
    answers["GET /register"] = show(`
      <form data-form="register-app" method="post" action="${origin}/settings/apps/new?state=s">
        <input type="hidden" name="manifest" value='${manifest.replace("&", "&amp;")}'>
        <button>Register</button></form>`);
    answers["POST /settings/apps/new"] = show(`
      <form data-form="create-app" method="post" action="/settings/apps">
        <input name="name" value="Reader"><textarea name="about">
one
two</textarea><select name="kind"><option value="a">A<option value="b" selected>B</select>
        <input name="off" value="x" disabled><input type="checkbox" name="hook">
        <button name="do" value="create">Create App</button><button name="do" value="drop">No</button></form>`);
    answers["POST /settings/apps"] = goTo("/callback?code=1");
    answers["GET /callback"] = show(
      "<h1>Done</h1><form data-form='delete-app' method='post'></form>",
    );

    await createRobot({ report: (what) => text.push(what) }).visit(`${origin}/register`);

    expect(route()).toEqual([
      "GET /register",
      "POST /settings/apps/new",
      "POST /settings/apps",
      "GET /callback",
    ]);
    expect(seen[1]?.fields).toEqual([["manifest", manifest]]);
    expect(seen[2]?.fields).toEqual([
      ["name", "Reader"],
      ["about", "one\ntwo"],
      ["kind", "b"],
      ["do", "create"],
    ]);
    expect(text).toEqual(["Submits the App registration", 'Creates the App "Reader"']);
  });

  test("gives an App the name that the operator wants", async () => {
    answers["GET /new"] = show(
      `<form data-form="create-app" method="post" action="/create"><input name="name" value="a"></form>`,
    );
    answers["POST /create"] = show("created");
    await createRobot({ appName: (name) => `${name}-2` }).visit(`${origin}/new`);
    expect(seen[1]?.fields).toEqual([["name", "a-2"]]);
  });

  test.each([
    ["preselected", ["selected", "1"]],
    ["all", ["all"]],
    [["acme/web"], ["selected", "2"]],
    [
      ["acme/control", "acme/web"],
      ["selected", "1", "2"],
    ],
  ] as const)("installs on %j", async (selection, values) => {
    answers["GET /apps/reader"] = show(installPage);
    answers["POST /install"] = show("installed");
    await createRobot({ selection }).visit(`${origin}/apps/reader`);
    expect(seen[1]?.fields.map(([, value]) => value)).toEqual(["7", ...values]);
  });

  test("a repository that the page does not offer is reported", async () => {
    answers["GET /apps/reader"] = show(installPage);
    await expect(
      createRobot({ selection: ["acme/none"] }).visit(`${origin}/apps/reader`),
    ).rejects.toThrow("The page offers none of these repositories: acme/none.");
  });

  test("a page that shows the same form again is the last one", async () => {
    answers["GET /installation"] = show(installPage.replace("install-app", "edit-installation"));
    answers["POST /install"] = goTo("/installation");
    await createRobot({ selection: "all" }).visit(`${origin}/installation`);
    expect(route()).toEqual(["GET /installation", "POST /install", "GET /installation"]);
  });

  test("an installation in the expected state is not changed", async () => {
    answers["GET /installation"] = show(installPage.replace("install-app", "edit-installation"));
    await createRobot({ selection: ["acme/control"] }).visit(`${origin}/installation`);
    await createRobot().visit(`${origin}/installation`);
    expect(route()).toEqual(["GET /installation", "GET /installation"]);
  });

  test("starts again with its cookie after it signed in", async () => {
    const signIn = show(
      `<form data-form="sign-in" method="post" action="/session"><button>Sign in</button></form>`,
    );
    answers["GET /apps/reader"] = (visit, response) =>
      (visit.headers.cookie === "user=mona" ? show(installPage) : signIn)(visit, response);
    answers["POST /session"] = goTo("/", 303, { "set-cookie": "user=mona; HttpOnly; Path=/" });
    answers["GET /"] = show("home");
    answers["POST /install"] = show("installed");
    await createRobot().visit(`${origin}/apps/reader`);
    expect(route()).toEqual([
      "GET /apps/reader",
      "POST /session",
      "GET /",
      "GET /apps/reader",
      "POST /install",
    ]);
  });

  test("an error page is reported with its address, without the query", async () => {
    answers["GET /old"] = goTo("/gone?code=s3cret");
    await expect(createRobot().visit(`${origin}/old`)).rejects.toThrow(
      `The page "Not here" (${origin}/gone) returned status 404.`,
    );
  });

  test("a redirect that keeps the method sends the form again", async () => {
    answers["GET /apps/reader"] = show(installPage);
    answers["POST /install"] = goTo("/install/here", 307);
    answers["POST /install/here"] = show("installed");
    await createRobot().visit(`${origin}/apps/reader`);
    expect(seen[2]?.fields).toEqual(seen[1]?.fields);
  });

  test("keeps its connection from page to page, as a browser does", async () => {
    answers["GET /first"] = goTo("/second");
    answers["GET /second"] = show(installPage);
    answers["POST /install"] = show("<h1>Installed</h1>");
    await createRobot().visit(`${origin}/first`);
    expect(seen).toHaveLength(3);
    expect(connections).toBe(1);
  });

  test("closes an idle connection before a forge would", async () => {
    const endedByError = new Promise<boolean>((resolve) => {
      answers["GET /last"] = (visit, response) => {
        response.socket?.once("close", resolve);
        show("<h1>Done</h1>")(visit, response);
      };
    });
    await createRobot().visit(`${origin}/last`);
    expect(await endedByError).toBe(false);
  });

  test("a redirect loop is rejected", async () => {
    answers["GET /round"] = goTo("/round");
    await expect(createRobot().visit(`${origin}/round`)).rejects.toThrow(
      `Too many redirects: ${origin}/round`,
    );
  });
});

describe("loopback addresses only", () => {
  test.each([
    "https://forge.example/apps/x",
    "http://forge.example/",
    "http://127.0.0.1.example/",
    "https://127.0.0.1/",
    "file:///etc/passwd",
  ])("%s is not visited", async (url) => {
    await expect(createRobot().visit(url)).rejects.toThrow("loopback addresses only");
  });

  test("redirects and forms to other hosts are rejected", async () => {
    answers["GET /away"] = goTo("http://forge.example/");
    await expect(createRobot().visit(`${origin}/away`)).rejects.toThrow("loopback addresses only");
    answers["GET /form"] = show(
      `<form data-form="register-app" method="post" action="http://forge.example/"></form>`,
    );
    await expect(createRobot().visit(`${origin}/form`)).rejects.toThrow("loopback addresses only");
  });
});

describe("keys and tokens", () => {
  const settings = `
    <form data-form="delete-app" method="post" action="/delete"></form>
    <form data-form="generate-key" method="post" action="/keys"><button>Generate</button></form>`;

  test("a generated key is the file that the forge offers for download", async () => {
    answers["GET /settings/apps/reader"] = show(settings);
    answers["POST /keys"] = show("-----BEGIN", { "content-disposition": "attachment; filename=x" });
    const key = await createRobot().generateKey(`${origin}/settings/apps/reader`);
    expect(key.reveal()).toBe("-----BEGIN");
    expect(route()).toEqual(["GET /settings/apps/reader", "POST /keys"]);
  });

  test("a page instead of a key is an error", async () => {
    answers["GET /settings/apps/reader"] = show(settings);
    answers["POST /keys"] = goTo("/settings/apps/reader");
    await expect(createRobot().generateKey(`${origin}/settings/apps/reader`)).rejects.toThrow(
      `The page ${origin}/settings/apps/reader did not return a private key.`,
    );
  });

  test("a created token is read from the page that shows it", async () => {
    answers["GET /tokens/new"] = show(
      `<form data-form="create-token" method="post" action="/tokens"><input name="name" value="t"></form>`,
    );
    answers["POST /tokens"] = show(`<p>Copy it: <code data-value="token">github_pat_1</code></p>`);
    const token = await createRobot().createToken(`${origin}/tokens/new`);
    expect(token.reveal()).toBe("github_pat_1");
  });
});
