// Starts Debian's squid-openssl with ssl_bump and an equivalent policy.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";

const helper = "/usr/lib/squid/security_file_certgen";

/**
 * @param folder used only by squid
 * @returns its port, process and CA
 */
export async function startSquid(folder, { hosts, patterns, root, pin }) {
  mkdirSync(folder, { recursive: true });
  // Squid runs as a different user, which needs access to these folders.
  for (const one of [dirname(folder), folder]) chmodSync(one, 0o755);
  const at = (name) => join(folder, name);
  execFileSync(
    "openssl",
    // The key is RSA, as in comparable setups.
    `req -new -newkey rsa:2048 -days 1 -nodes -x509 -subj /CN=squid -keyout ${at("ca.key")} -out ${at("ca.crt")}`.split(
      " ",
    ),
    { stdio: "pipe" },
  );
  chmodSync(at("ca.key"), 0o644);
  execFileSync(helper, ["-c", "-s", at("db"), "-M", "16MB"], { stdio: "pipe" });
  execFileSync("chown", ["-R", "proxy:proxy", folder]);
  writeFileSync(at("root.crt"), root);
  writeFileSync(at("hosts"), hosts.map((host) => `127.0.0.1 ${host}\n`).join(""));
  const port = await freePort();
  writeFileSync(at("squid.conf"), configuration({ at, hosts, patterns, port }));
  const child = spawn(...pin("squid", "-N", "-f", at("squid.conf")), {
    stdio: "ignore",
  });
  await answers(port, child);
  return { port, child, ca: at("ca.crt") };
}

function configuration({ at, hosts, patterns, port }) {
  return `
http_port 127.0.0.1:${port} ssl-bump cert=${at("ca.crt")} key=${at("ca.key")} generate-host-certificates=on dynamic_cert_mem_cache_size=16MB
sslcrtd_program ${helper} -s ${at("db")} -M 16MB
sslcrtd_children 5
hosts_file ${at("hosts")}
tls_outgoing_options cafile=${at("root.crt")} min-version=1.2
acl step1 at_step SslBump1
acl step2 at_step SslBump2
acl allowed ssl::server_name ${hosts.join(" ")}
acl CONNECT method CONNECT
acl named dstdomain ${hosts.join(" ")}
acl urls url_regex ${patterns.join(" ")}
ssl_bump peek step1
ssl_bump stare step2
ssl_bump bump allowed
ssl_bump terminate all
http_access allow CONNECT named
http_access allow urls
http_access deny all
cache deny all
cache_mem 0 MB
access_log stdio:${at("access.log")}
cache_log ${at("cache.log")}
pid_filename ${at("squid.pid")}
coredump_dir ${dirname(at("squid.conf"))}
shutdown_lifetime 0 seconds
client_persistent_connections on
server_persistent_connections on
max_filedescriptors 65536
workers 1
`;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Polls squid until it responds, because squid does not report when it is ready. */
async function answers(port, child) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`squid exited with ${child.exitCode}`);
    const isUp = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
