import type { ContainerPlan } from "./container-plan.ts";
import type { Mount } from "./mount.ts";
import { channelInside, starterInside } from "./starter.ts";

export interface EngineOptions {
  readonly engine: "docker" | "podman";
  readonly image: string;
  /** Name of the container, to end it by. */
  readonly name: string;
  readonly starter: string;
  /** Where the named channel stands outside. */
  readonly channel: string;
  readonly hasTerminal: boolean;
  /** podman as an ordinary user: it is root in a user namespace of its own. */
  readonly isRootless: boolean;
}

/** Arguments of docker or podman up to the starter's own: no network, no right, nothing of the image but its name. */
export function engineArguments(plan: ContainerPlan, options: EngineOptions): readonly string[] {
  const { caller } = plan;
  return [
    "run",
    "--rm",
    "--interactive",
    ...(options.hasTerminal ? ["--tty"] : []),
    "--name",
    options.name,
    "--label",
    "gatehouse.session",
    "--network",
    "none",
    "--read-only",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    "--security-opt",
    "label=disable",
    "--user",
    `${caller.uid}:${caller.gid}`,
    ...(options.engine === "podman" ? ["--passwd=false", "--no-hosts"] : []),
    ...(options.isRootless ? ["--userns", "keep-id"] : []),
    // Without a capability the starter can listen at 80 and 443 only where these are nobody's privilege.
    "--sysctl",
    "net.ipv4.ip_unprivileged_port_start=0",
    "--log-driver",
    "none",
    "--pull",
    "never",
    "--tmpfs",
    "/sys:ro",
    ...plan.mounts.flatMap((mount) => mountArguments(mount)),
    ...mountArguments({
      kind: "bind",
      source: options.starter,
      target: starterInside,
      isWritable: false,
    }),
    ...mountArguments({
      kind: "bind",
      source: options.channel,
      target: channelInside,
      isWritable: true,
    }),
    "--workdir",
    plan.workFolder,
    "--entrypoint",
    starterInside,
    options.image,
  ];
}

function mountArguments(mount: Mount): readonly string[] {
  const { target } = mount;
  switch (mount.kind) {
    case "bind":
      return bindArguments(mount.source, target, mount.isWritable ? [] : ["readonly"]);
    case "link":
      // The empty image has no links; what one leads to stands in its place.
      return bindArguments(target, target, ["readonly"]);
    case "hidden":
      return bindArguments("/dev/null", target, ["readonly"]);
    case "empty":
      return ["--tmpfs", `${target}:${mount.isWritable ? "exec,mode=1777" : "ro,mode=0555"}`];
  }
}

/** One field of a line of comma-separated values: a path may hold whatever it likes. */
function bindArguments(
  source: string,
  target: string,
  flags: readonly string[],
): readonly string[] {
  const fields = ["type=bind", `source=${source}`, `target=${target}`, ...flags];
  return ["--mount", fields.map((field) => (/[",]/.test(field) ? quote(field) : field)).join(",")];
}

function quote(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}
