import { once } from "node:events";
import { connect } from "node:net";
import type { Attempt } from "./attempt.ts";
import type { HostPlaces } from "./host-locations.ts";

const known = [
  "/run/docker.sock",
  "/var/run/docker.sock",
  "/run/containerd/containerd.sock",
  "/run/podman/podman.sock",
  "/run/dbus/system_bus_socket",
  "/run/systemd/private",
  "/run/systemd/journal/socket",
  "/run/systemd/notify",
  "/run/udev/control",
  "/run/snapd.socket",
  "/run/crio/crio.sock",
  "/run/user/0/bus",
  "/run/user/1000/bus",
  "/run/postgresql/.s.PGSQL.5432",
  "/var/run/mysqld/mysqld.sock",
  "/tmp/.X11-unix/X0",
  "/dev/log",
  "/run/gatehouse/channel",
  "/proc/1/fd/3",
];

/** Returns attempts with sockets of the host, and with the one that created the container. */
export function socketAttempts({ sockets, abstract }: HostPlaces): Attempt[] {
  const names = [abstract, "/tmp/dbus-session", "docker", "/containerd-shim"];
  const paths = [...known, ...sockets, ...names.map((name) => `\0${name}`)];
  return paths.map((path): Attempt => ({
    family: "unix sockets",
    name: path.replace("\0", "@"),
    act: async () => {
      const socket = connect({ path, timeout: 2000 });
      try {
        await once(socket, "connect");
        return "LEAK connected";
      } finally {
        socket.destroy();
      }
    },
  }));
}
