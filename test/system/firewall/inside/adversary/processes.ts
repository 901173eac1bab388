import { readdirSync, readlinkSync } from "node:fs";
import { run } from "../run-all.ts";
import type { Attempt } from "./attempt.ts";
import type { HostPlaces } from "./host-locations.ts";

/**
 * Returns signals that would stop the container, or a process outside, and programs that grant
 * privileges.
 */
export function processAttempts({ pidNamespace }: HostPlaces): Attempt[] {
  const signals = ["SIGKILL", "SIGSTOP", "SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1", "SIGSEGV"];
  const family = "processes";
  return [
    ...signals.map((signal): Attempt => ({
      family,
      name: `${signal} to the first process`,
      act: () => {
        process.kill(1, signal);
        return Promise.resolve("sent, and the container lives");
      },
    })),
    { family, name: "somebody of another namespace", act: () => findForeign(pidNamespace) },
    { family, name: "sudo", act: () => report(["sudo", "-n", "id", "-u"], /^0$/m) },
    { family, name: "su", act: () => report(["su", "-c", "cat /etc/shadow"], /root:/) },
    { family, name: "mount", act: () => report(["mount", "-t", "tmpfs", "none", "/tmp"], /^$/) },
    { family, name: "unshare", act: () => report(["unshare", "-Ur", "echo", "LEAK"], /LEAK/) },
    {
      family,
      name: "bwrap",
      act: () => report(["bwrap", "--bind", "/", "/", "echo", "LEAK"], /LEAK/),
    },
    {
      family,
      name: "nsenter",
      act: () => report(["nsenter", "-t", "1", "-m", "-n", "echo", "LEAK"], /LEAK/),
    },
    { family, name: "the starter itself", act: () => report(starter, /LEAK/) },
  ];
}

const starter = [
  "timeout",
  "-s",
  "KILL",
  "1",
  "/run/gatehouse/starter",
  "inside",
  "-u",
  "0",
  "--",
  "/bin/echo",
  "LEAK",
];

async function report(argv: readonly string[], leaked: RegExp): Promise<string> {
  const { text, code } = await run({ argv });
  return code === 0 && leaked.test(text) ? `LEAK ${text}` : `code ${code} ${text}`;
}

function findForeign(namespace: string): Promise<string> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const foreign = pids.filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/ns/pid`) === namespace;
    } catch {
      return false;
    }
  });
  return Promise.resolve(foreign.length > 0 ? `LEAK ${foreign.join()}` : "nobody");
}
