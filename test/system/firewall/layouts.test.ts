import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { versions } from "./bubblewraps.ts";
import { openLab, type Lab } from "./lab.ts";
import { sample } from "../../sample.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  for (const [name, links] of Object.entries(layouts)) makeLayout(name, links);
});
afterAll(() => lab.close());

const bundle = "/etc/ssl/certs/ca-certificates.crt";
const certificate = "/usr/local/share/ca-certificates/gatehouse-session-ca.crt";
/**
 * The links that distributions have at paths that the container shows or replaces. A target without
 * a link below it is a file. Only these paths differ from this machine.
 */
const layouts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  plain: {},
  Ubuntu: { "/etc/resolv.conf": "../run/systemd/resolve/stub-resolv.conf" },
  Fedora: {
    "/etc/resolv.conf": "/run/NetworkManager/resolv.conf",
    "/etc/ssl/certs": "../pki/tls/certs",
    "/etc/pki/tls/certs/ca-bundle.crt": "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  },
  "NixOS-like": {
    "/etc/resolv.conf": "/run/resolvconf/resolv.conf",
    "/etc/hosts": "/etc/static/hosts",
    [bundle]: "/etc/static/ssl/certs/ca-certificates.crt",
    "/etc/static": "/opt/store/etc",
  },
  "Fedora Atomic": {},
  "no resolv.conf or hosts": {},
  "no root certificates": {},
};

/** Arguments of bubblewrap that replace `/usr` by its directories other than `/usr/local`. */
const withoutLocal = [
  "--tmpfs",
  "/usr",
  ...readdirSync("/usr")
    .filter((name) => name !== "local")
    .flatMap((name) => ["--ro-bind", `/usr/${name}`, `/usr/${name}`]),
];
/** The same for layouts in which `/usr/local` is missing or a link. */
const replaceUsr: Readonly<Record<string, readonly string[]>> = {
  "NixOS-like": withoutLocal,
  "Fedora Atomic": [...withoutLocal, "--symlink", "../var/usrlocal", "/usr/local"],
};

/** Creates directories for `/etc`, `/run`, `/opt` and `/var`, with the links of a layout and their targets. */
function makeLayout(name: string, links: Readonly<Record<string, string>>): void {
  const base = join(lab.folder, "layouts", name);
  const at = (path: string) => join(base, path);
  cpSync("/etc", at("etc"), { recursive: true, verbatimSymlinks: true });
  for (const folder of ["run", "opt/store/etc", "var/tmp", "var/usrlocal/share"])
    mkdirSync(at(folder), { recursive: true });
  if (name === "no resolv.conf or hosts")
    for (const file of ["hosts", "resolv.conf"]) rmSync(at(`etc/${file}`));
  if (name === "no root certificates") rmSync(at("etc/ssl/certs"), { recursive: true });
  for (const [path, target] of Object.entries(links)) {
    rmSync(at(path), { recursive: true, force: true });
    mkdirSync(dirname(at(path)), { recursive: true });
    symlinkSync(target, at(path));
  }
  const files: Record<string, string> = {
    Ubuntu: "run/systemd/resolve/stub-resolv.conf",
    Fedora: "etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "NixOS-like": "opt/store/etc/ssl/certs/ca-certificates.crt",
  };
  const file = files[name];
  if (file === undefined) return;
  mkdirSync(dirname(at(file)), { recursive: true });
  copyFileSync(bundle, at(file));
  if (name === "NixOS-like") writeFileSync(at("opt/store/etc/hosts"), "127.0.0.1 localhost\n");
}

/** Returns the program and arguments that start gatehouse with a layout. */
function outerOf(layout: string): readonly string[] {
  const at = (name: string) => join(lab.folder, "layouts", layout, name);
  const folders = ["etc", "run", "opt", "var"];
  const binds = folders.flatMap((name) => ["--bind", at(name), `/${name}`]);
  const usr = replaceUsr[layout] ?? [];
  return ["bwrap", "--dev-bind", "/", "/", ...usr, ...binds, "--cap-add", "ALL", "--"];
}

const users = {
  root: { through: [], env: {} },
  "a user": { through: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"], env: {} },
  sudo: { through: [], env: { SUDO_UID: "65534", SUDO_GID: "65534", SUDO_USER: "nobody" } },
};

const cells = versions.flatMap((version) =>
  Object.keys(layouts).flatMap((layout) =>
    (Object.keys(users) as (keyof typeof users)[]).map((user) => ({ version, layout, user })),
  ),
);

test.each(sample("layouts of distributions", cells, 5))(
  "with the layout $layout, bubblewrap $version and $user, a request arrives through the proxy",
  async ({ version, layout, user }) => {
    const { through, env } = users[user];
    // The path that curl of the distribution uses.
    const trusted =
      { Fedora: "/etc/pki/tls/certs/ca-bundle.crt", "no root certificates": "$SSL_CERT_FILE" }[
        layout
      ] ?? bundle;
    const ran = await lab.run(
      [
        "sh",
        "-c",
        `id -u; curl -sS --cacert ${trusted} https://b.test/ok && test -s ${certificate}`,
      ],
      {
        folders: lab.makeFolders(user === "root" ? "root" : "nobody"),
        through: [...outerOf(layout), ...through],
        bubblewrap: version,
        env,
        options: ["--ssl-bump", "--allow-domains", "b.test"],
      },
    );
    const uid = user === "root" ? "0" : "65534";
    expect(ran).toMatchObject({ code: 0, out: `${uid}\norigin of b.test\n` });
  },
);

test.each(["NixOS-like", "Fedora Atomic"])(
  "with the layout %s and podman, the certificate is in its directory",
  async (layout) => {
    const ran = await lab.run(["sh", "-c", `test -s ${certificate} && echo trusted`], {
      runtime: "podman",
      through: outerOf(layout),
      options: ["--ssl-bump", "--allow-domains", "b.test"],
    });
    expect(ran).toMatchObject({ code: 0, out: "trusted\n" });
  },
);
