import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns variables that make podman keep its files in one directory. They also make it work on a
 * machine that is itself a container: no systemd, no overlay.
 */
export function podmanEnvironment(folder: string): Record<string, string> {
  const base = join(folder, "podman");
  const at = (name: string) => join(base, name);
  mkdirSync(base, { recursive: true });
  const storage = { driver: "vfs", graphroot: at("graph"), runroot: at("run") };
  const engine = {
    cgroup_manager: "cgroupfs",
    runtime: "runc",
    events_logger: "none",
    tmp_dir: at("tmp"),
  };
  write(at("storage.conf"), "storage", storage);
  write(at("containers.conf"), "engine", engine);
  return { CONTAINERS_CONF: at("containers.conf"), CONTAINERS_STORAGE_CONF: at("storage.conf") };
}

function write(path: string, section: string, values: Readonly<Record<string, string>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(path, `[${section}]\n${lines.join("")}`);
}
