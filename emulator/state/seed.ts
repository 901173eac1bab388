import { makeBoxKeys } from "./sealed-box.ts";
import { timestamp } from "./timestamp.ts";
import { nextId, type Account, type World } from "./world.ts";
import type { Repository } from "./repository.ts";

/** Initial state of a forge: users, organizations and their repositories. */
export interface Seed {
  users: Pick<Account, "login" | "name">[];
  organizations: (Pick<Account, "login" | "name" | "plan" | "billing"> & {
    members: Record<string, "admin" | "member">;
    /** Logins of team members, by team slug. */
    teams?: Record<string, string[]>;
  })[];
  repositories: Record<string, Repository["visibility"]>;
}

/** The state of the demo: mona owns acme and is a member of globex; hubot is a member of acme. */
export const acme: Seed = {
  users: [
    { login: "mona", name: "Mona Lisa" },
    { login: "hubot", name: "Hubot" },
  ],
  organizations: [
    {
      login: "acme",
      name: "Acme",
      plan: "team",
      billing: { total: 5, setting: "assign_selected" },
      members: { mona: "admin", hubot: "member" },
    },
    {
      login: "globex",
      name: "Globex",
      plan: "free",
      billing: { total: 0, setting: "unconfigured" },
      members: { mona: "member" },
    },
  ],
  repositories: {
    "acme/control": "private",
    "acme/web": "public",
    "acme/api": "private",
    "acme/infra": "internal",
    "globex/tools": "private",
    "mona/notes": "private",
  },
};

export function makeWorld(seed: Seed, now: Date): World {
  const createdAt = timestamp(now);
  const world = emptyWorld();
  for (const user of seed.users) {
    world.accounts.push({ ...user, id: nextId(world), type: "User", plan: "pro", createdAt });
  }
  for (const { members, teams = {}, ...organization } of seed.organizations) {
    const id = nextId(world);
    world.accounts.push({ ...organization, id, type: "Organization", createdAt });
    for (const [user, role] of Object.entries(members)) {
      world.memberships.push({ organization: organization.login, user, role, state: "active" });
    }
    for (const [slug, logins] of Object.entries(teams)) {
      const team = { id: nextId(world), organization: organization.login, slug, members: logins };
      world.teams = [...(world.teams ?? []), team];
    }
  }
  for (const [name, visibility] of Object.entries(seed.repositories)) {
    world.repositories.push(makeRepository(world, { name, visibility, createdAt }));
  }
  return world;
}

export function makeRepository(
  world: World,
  wanted: { name: string; visibility: Repository["visibility"]; createdAt: string },
): Repository {
  const [owner = "", name = ""] = wanted.name.split("/");
  const readme = `# ${name}\n`;
  return {
    id: nextId(world),
    owner,
    name,
    visibility: wanted.visibility,
    archived: false,
    description: null,
    defaultBranch: "main",
    collaborators: [],
    variables: [],
    secrets: [],
    box: makeBoxKeys(),
    environments: [],
    files: [{ path: "README.md", content: Buffer.from(readme).toString("base64") }],
    workflows: [],
    runs: [],
    issues: [],
    createdAt: wanted.createdAt,
    updatedAt: wanted.createdAt,
    pushedAt: wanted.createdAt,
  };
}

function emptyWorld(): World {
  return {
    version: 1,
    nextId: 1000,
    accounts: [],
    memberships: [],
    repositories: [],
    apps: [],
    installations: [],
    installationRequests: [],
    tokens: [],
    manifestCodes: [],
    switches: {
      rateLimits: true,
      organizationInstallationsScope: "read:org",
      installationTokens: "short",
    },
  };
}
