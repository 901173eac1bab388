/** A common network need, and the domains that it requires. */
export interface DomainNeed {
  readonly id: string;
  readonly label: string;
  /** Each domain includes its subdomains, as in domain rules. */
  readonly domains: readonly string[];
}

/** Registries and package archives that common clients use. */
export const knownNeeds = [
  {
    id: "node",
    label: "Node packages",
    // registry.npmjs.org serves packages; nodejs.org serves headers for native addons.
    domains: ["registry.npmjs.org", "registry.yarnpkg.com", "nodejs.org"],
  },
  { id: "python", label: "Python packages", domains: ["pypi.org", "files.pythonhosted.org"] },
  { id: "go", label: "Go modules", domains: ["proxy.golang.org", "sum.golang.org"] },
  {
    id: "rust",
    label: "Rust crates",
    domains: ["index.crates.io", "static.crates.io", "static.rust-lang.org"],
  },
  {
    id: "java",
    label: "Java packages",
    domains: [
      "repo.maven.apache.org",
      "repo1.maven.org",
      "plugins.gradle.org",
      "plugins-artifacts.gradle.org",
      "services.gradle.org",
    ],
  },
  { id: "ruby", label: "Ruby gems", domains: ["rubygems.org"] },
  {
    id: "debian",
    label: "Debian packages",
    domains: ["deb.debian.org", "security.debian.org"],
  },
  {
    id: "ubuntu",
    label: "Ubuntu packages",
    domains: ["archive.ubuntu.com", "security.ubuntu.com", "ports.ubuntu.com"],
  },
  {
    id: "containers",
    label: "Container images",
    domains: [
      "registry-1.docker.io",
      "auth.docker.io",
      "production.cloudflare.docker.com",
      "ghcr.io",
      "pkg-containers.githubusercontent.com",
    ],
  },
] as const satisfies readonly DomainNeed[];
