import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Call } from "./run-all.ts";

/** The request that a client should send. */
export interface Goal {
  readonly host: string;
  /** Path prefix: `/ok`, or one that no rule allows. */
  readonly below: string;
  readonly proxy: string | undefined;
  readonly pin: string;
}

const fresh = (name: string) => mkdtempSync(join("/tmp", `${name}-`));

const javaSource = `
import java.net.*; import java.net.http.*; import java.net.http.HttpResponse.BodyHandlers;
public class Fetch { public static void main(String[] a) throws Exception {
  var open = URI.create(a[0]).toURL().openConnection();
  System.out.print("URLConnection " + new String(open.getInputStream().readAllBytes()));
  var client = HttpClient.newHttpClient();
  var answer = client.send(HttpRequest.newBuilder(URI.create(a[0])).build(), BodyHandlers.ofString());
  System.out.print("HttpClient " + answer.statusCode() + " " + answer.body());
} }`;

const pythonUrllib = `import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], timeout=30).read().decode())`;
const pythonRequests = `import sys, requests
answer = requests.get(sys.argv[1], timeout=30)
print(answer.status_code, answer.text)
sys.exit(0 if answer.ok else 1)`;
const pythonGrpc = `import sys, grpc
channel = grpc.secure_channel(sys.argv[1] + ":443", grpc.ssl_channel_credentials())
raw = lambda text: text
say = channel.unary_unary(sys.argv[2] + "/Say", raw, raw)
count = channel.unary_stream(sys.argv[2] + "/Count", raw, raw)
print("said", say(b"over grpc", timeout=30), "times", len(list(count(b"x", timeout=30))))`;
const nodeFetch = `fetch(process.argv[1]).then(async (answer) => {
  console.log(answer.status, await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
})`;
const nodeHttps = `require("https").get(process.argv[1], (answer) => {
  process.exitCode = answer.statusCode === 200 ? 0 : 1;
  answer.pipe(process.stdout);
})`;

/** Returns the command of each client for a goal. Callers select the installed clients by name. */
export function clientCalls({ host, below, proxy, pin }: Goal): Readonly<Record<string, Call>> {
  const url = `https://${host}${below}/hello`;
  const python = (source: string, ...args: string[]): Call => ({
    argv: ["/usr/bin/python3", "-c", source, ...args],
  });
  const curl = (...more: string[]): Call => ({
    argv: ["curl", "-q", "-sS", "-f", "--max-time", "30", ...more, url],
  });
  const connect = proxy === undefined ? [] : ["-proxy", proxy];
  return {
    curl: curl("--http1.1"),
    "curl --http2": curl("--http2", "-w", "%{http_version}"),
    "curl --pinnedpubkey": curl("--pinnedpubkey", pin),
    wget: { argv: ["wget", "-nv", "-t", "1", "-T", "30", "-O", "-", url] },
    git: gitCall(`https://${host}${below}/git/project.git`),
    "node fetch": { argv: ["node", "-e", nodeFetch, url] },
    "node https": { argv: ["node", "-e", nodeHttps, url] },
    "python urllib": python(pythonUrllib, url),
    "python requests": python(pythonRequests, url),
    pip: pipCall(`https://${host}${below}/pip/simple`),
    npm: npmCall(`https://${host}${below}/npm/`),
    "openssl s_client": {
      argv: [
        "openssl",
        "s_client",
        ...connect,
        "-connect",
        `${host}:443`,
        "-servername",
        host,
        "-verify_return_error",
        "-quiet",
        "-ign_eof",
      ],
      stdin: `GET ${below}/hello HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    },
    wss: { argv: ["node", new URL("socket.mjs", import.meta.url).pathname, url] },
    grpc: python(pythonGrpc, host, below === "/ok" ? "/echo.Echo" : "/echo.Hidden"),
  };
}

/** Returns the command of nghttp, which supports no proxy and verifies no certificate. */
export function nghttpCall({ host, below }: Goal): Call {
  return { argv: ["nghttp", "-t", "20", `https://${host}${below}/hello`] };
}

export function javaCall({ host, below, proxy }: Goal, java: string): Call {
  const folder = fresh("java");
  const none = proxy === undefined ? ["-Dhttp.proxyHost=", "-Dhttps.proxyHost="] : [];
  const options = [...none, "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true"];
  const script = `cat > Fetch.java && exec ${java} ${options.join(" ")} Fetch.java https://${host}${below}/hello`;
  return { argv: ["sh", "-c", `cd ${folder} && ${script}`], stdin: javaSource };
}

function gitCall(url: string): Call {
  const folder = join(fresh("git"), "clone");
  const script = `git clone -q ${url} ${folder} && cat ${folder}/README`;
  return { argv: ["sh", "-c", script], env: { GIT_TERMINAL_PROMPT: "0" } };
}

function pipCall(index: string): Call {
  const folder = fresh("pip");
  const options = "--no-cache-dir --disable-pip-version-check --retries 0 --no-deps -q";
  const script = `/usr/bin/python3 -m pip install ${options} --target ${folder} -i ${index} small && cat ${folder}/small.py`;
  return { argv: ["sh", "-c", script] };
}

function npmCall(registry: string): Call {
  const folder = fresh("npm");
  const options = "--no-audit --no-fund --no-update-notifier --fetch-retries 0 --silent";
  const script = `cd ${folder} && npm install ${options} --cache ${folder}/cache --registry ${registry} small && node -p 'require("small")'`;
  return { argv: ["sh", "-c", script] };
}
