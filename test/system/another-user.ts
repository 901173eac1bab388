// Runs as another user of the machine, and reports the operations that succeed. Its files are
// passed as texts on its command line.
import { readFileSync, readdirSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";

const [origin = "", stateFile = "", cookie = ""] = process.argv.slice(2);
const { host, port } = new URL(origin);
const got: string[] = [];

const attempt = (what: string, act: () => void) => {
  try {
    act();
    got.push(what);
  } catch {
    // The operation is rejected, as expected.
  }
};

type Call = readonly [
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | undefined,
];

const ask = ([method, path, headers, body]: Call) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", () => resolve({ status: 0, text: "" }));
    sent.end(body);
  });

attempt("read the state", () => readFileSync(stateFile));
attempt("listed the login's folder", () => readdirSync(`${stateFile}.cli`));
attempt("read the login", () => readFileSync(`${stateFile}.cli/hosts.json`));
attempt("read the operator key", () => readFileSync(`${stateFile}.cli/operator-key`));
attempt("planted a symbolic link", () => symlinkSync("/etc/passwd", `${stateFile}.planted`));

const wanted = JSON.stringify({ user: "mona", scopes: ["repo"] });
const form = "name=stolen&owner=acme&repositories=all&expires_in=30";
const asForm = { "content-type": "application/x-www-form-urlencoded" };
const calls: Call[] = [
  ["POST", "/_emulator/tokens", {}, wanted],
  ["POST", "/_emulator/tokens", { authorization: "Bearer " }, wanted],
  ["GET", "/_emulator/requests", {}, undefined],
  ["GET", "/", {}, undefined],
  ["GET", "/", { cookie }, undefined],
  ["GET", "/?sign_in=guess.guess", {}, undefined],
  ["GET", "/settings/personal-access-tokens/new", { cookie }, undefined],
  ["POST", "/settings/personal-access-tokens", { ...asForm, cookie }, form],
  ["POST", "/settings/personal-access-tokens", { ...asForm, cookie, origin, host }, form],
  ["POST", "/session", { ...asForm, cookie }, "login=hubot"],
  ["GET", "/api/v3/user", {}, undefined],
  ["GET", "/api/v3/repos/acme/control/actions/secrets", {}, undefined],
  ["GET", "http://api.github.localhost/user/repos", { host: "api.github.localhost" }, undefined],
  ["GET", "http://api.github.localhost/repos/acme/web", { host: "evil.test" }, undefined],
  ["POST", "/api/graphql", {}, JSON.stringify({ query: "{ viewer { login } }" })],
];
for (const call of calls) {
  const { status, text } = await ask(call);
  const leaks = /mona|acme|gh[a-z]_|github_pat_/.test(text);
  if (status < 400 || leaks) got.push(`${call[0]} ${call[1]} answered ${status}`);
}

// Two Host headers at once, and none.
for (const hosts of ["", `Host: ${host}\r\nHost: evil.test\r\n`]) {
  const text = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(`GET / HTTP/1.0\r\n${hosts}Connection: close\r\n\r\n`),
    );
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", () => resolve(text));
  });
  if (/^HTTP\/1\.\d 2/.test(text)) got.push("was answered without one name");
}

process.stdout.write(JSON.stringify(got));
