import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked, Answering } from "./asked.ts";

/**
 * Creates a repository with one commit.
 * @returns the handler for its requests below `/ok/git`
 */
export function openRepository(folder: string) {
  const work = join(folder, "work");
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  const git = (...args: string[]) => execFileSync("git", args, { env, stdio: "pipe" });
  const who = ["-c", "user.name=Mona", "-c", "user.email=mona@a.test"];
  git("init", "-q", "-b", "main", work);
  writeFileSync(join(work, "README"), "cloned whole\n");
  git("-C", work, "add", "README");
  git("-C", work, ...who, "commit", "-q", "-m", "First");
  git("clone", "-q", "--bare", work, join(folder, "project.git"));
  return (asked: Asked, answer: Answering) => serve(folder, asked, answer);
}

function serve(folder: string, { method, url, headers }: Asked, { request, response }: Answering) {
  const [path = "", query = ""] = url.slice("/ok/git".length).split("?");
  const backend = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      // The repository may belong to another user than the test's.
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "safe.directory",
      GIT_CONFIG_VALUE_0: "*",
      REQUEST_METHOD: method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: String(headers["content-type"] ?? ""),
      HTTP_CONTENT_ENCODING: String(headers["content-encoding"] ?? ""),
      HTTP_GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  request.pipe(backend.stdin);
  const pieces: Buffer[] = [];
  backend.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  backend.stdout.once("end", () => {
    const complete = Buffer.concat(pieces);
    const end = complete.indexOf("\r\n\r\n");
    const lines = complete.toString("latin1", 0, end).split("\r\n");
    const fields = lines.map((line) => line.split(": "));
    const status = fields.find(([name]) => name === "Status")?.[1] ?? "200";
    for (const [name = "", value = ""] of fields) {
      if (name !== "Status") response.setHeader(name, value);
    }
    response.writeHead(Number.parseInt(status, 10));
    response.end(complete.subarray(end + 4));
  });
}
