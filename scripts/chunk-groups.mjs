// Which sources stand in one file of dist/. esbuild gives each set of sources that the same commands need a file of its own: 136 of
// them until a setup's first question, each about a millisecond to find, read and link. What is mostly needed together is
// loaded together instead: whoever needs one source of a group is given all of it.
import { build } from "esbuild";
import { normalize, relative } from "node:path";

/** A source is of the first group that names it. */
const groups = {
  start:
    /^src\/(?:usage-error|run-guarded|asking\/taken-terminal|shared\/(?:errors|child-environment|dead-terminal|marks)|layout\/(?:look|reads-unicode))\.ts$/,
  core: /^src\/(?:shared\/|layout\/|print-error\.ts|forge\/(?:brand|host-profile|parse-address|repository-name)\.ts|commands\/(?:check-options|open-prompter|state-folder|outcomes\/print-json)\.ts|asking\/(?:stops|hear-stops|can-draw-screens|print-plain)\.ts)/,
  // What reaches a forge, and asks which repository.
  begin:
    /^(?:flows\/shared\/choose-repository|src\/(?:credentials\/(?:credential|records)|control\/(?:command-line|journal-place)|forge\/(?:read-remotes|remotes)|commands\/(?:run-wizard|begin-setup|repository-here|open-at-place|connect|flow-journal|say-how-to-go-on)|asking\/(?:journal|sign-links|recall-from)))\.ts$/,
  screens:
    /^(?:components\/|src\/asking\/(?:open-link-desk|copy-text|link-desk|read-keys|open-link)\.ts)/,
  asking: /^src\/asking\//,
  // What encrypts, and what goes by a proxy, takes parts of Node with it that a forge of this machine does without.
  forge: /^src\/forge\/(?!send-(?:encrypted|proxied)\.ts)/,
  credentials: /^src\/credentials\//,
  plane: /^src\/control\//,
  flows: /^flows\/(?:setup|scope|pat|shared)\//,
};
/** How a control plane stands is asked most often: what that needs of these groups stands apart from the rest of them. */
const looks = [
  "src/commands/status.ts",
  "src/commands/run-status.ts",
  "src/commands/repository-here.ts",
  "src/commands/connect.ts",
  "src/commands/look-at-status.ts",
  "src/commands/run-verify.ts",
];
const apart = {
  begin: "reach",
  asking: "reach",
  forge: "reach",
  credentials: "look",
  plane: "look",
};
/** The embedded forge as it starts, but for what its CLI needs, too, which is a program of its own. */
const forgeStart = "emulator/emulator.ts";
const forgeCli = "emulator/cli/forge-cli.ts";
/** What needs more of packages stands outside of its group: few commands load that. */
const mostPackageBytes = 40_000;
/** Small, and needed nearly everywhere. */
const everywhere =
  /^node_modules\/(?:valibot|string-width|get-east-asian-width|strip-ansi|ansi-regex)\//;

/** Splits as esbuild does, but for the groups. @param options of the build that is split */
export async function chunkGroups(options) {
  const root = options.absWorkingDir;
  const { metafile } = await build({ ...options, metafile: true, write: false });
  const graph = readGraph(metafile.inputs);
  const { membersOf, groupOf } = sortInto(graph, new Set(Object.values(options.entryPoints)));
  const neededBy = (source) => graph.follow(source, (each) => membersOf(groupOf(each)));
  return {
    name: "chunk-groups",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /\.tsx?$/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (pluginData === "found") return undefined;
        if (kind === "entry-point") return { path: normalize(path), namespace: "begin" };
        if (kind !== "dynamic-import") return undefined;
        const found = await resolve(path, { kind, resolveDir, pluginData: "found" });
        // From the root on, or the names of the files would be others in another clone.
        return { path: relative(root, found.path), namespace: "begin" };
      });
      onLoad({ filter: /./, namespace: "begin" }, ({ path }) => {
        const names = new Set([...neededBy(path)].map(groupOf));
        names.delete(undefined);
        const together = [...names].map((name) => `import "group:${name}";`);
        const own = `export * from ${JSON.stringify(`./${path}`)};`;
        return { contents: [...together, own].join("\n"), resolveDir: root };
      });
      onResolve({ filter: /^group:/ }, ({ path }) => ({
        path: path.slice("group:".length),
        namespace: "group",
      }));
      onLoad({ filter: /./, namespace: "group" }, ({ path: name }) => ({
        contents: membersOf(name)
          .map((source) => `import ${JSON.stringify(`./${source}`)};`)
          .join("\n"),
        resolveDir: root,
      }));
    },
  };
}

/** @param entries are run for themselves: they do something when they are loaded */
function sortInto(graph, entries) {
  const groupBySource = new Map();
  const looked = new Set(looks.flatMap(neededBy));
  const ofForge = new Set(neededBy(forgeStart));
  for (const source of neededBy(forgeCli)) ofForge.delete(source);
  for (const source of graph.sources) {
    if (entries.has(source) || !/\.tsx?$/.test(source)) continue;
    const name = nameOf(source);
    if (name !== undefined && packageBytesOf(source) <= mostPackageBytes)
      groupBySource.set(source, name);
  }
  /** Nothing of a source that no command leads to. */
  function neededBy(source) {
    return graph.sources.includes(source) ? [...graph.follow(source)] : [];
  }
  function nameOf(source) {
    const name = Object.keys(groups).find((each) => groups[each].test(source));
    if (looked.has(source)) return apart[name] ?? name;
    const isOfForge = source.startsWith("emulator/") && ofForge.has(source);
    return name ?? (isOfForge ? "emulator" : undefined);
  }
  function packageBytesOf(source) {
    return [...graph.follow(source)]
      .filter((each) => each.startsWith("node_modules/") && !everywhere.test(each))
      .reduce((sum, each) => sum + graph.bytesOf(each), 0);
  }
  const sources = [...groupBySource.keys()];
  const members = new Map(
    [...new Set(groupBySource.values())].map((name) => [
      name,
      sources.filter((each) => groupBySource.get(each) === name),
    ]),
  );
  return {
    groupOf: (source) => groupBySource.get(source),
    membersOf: (name) => members.get(name) ?? [],
  };
}

/** The sources, and what each needs as soon as it is loaded. */
function readGraph(inputs) {
  const importsOf = (source) =>
    inputs[source].imports
      .filter(({ kind, external }) => kind !== "dynamic-import" && !external)
      .map(({ path }) => path);
  return {
    sources: Object.keys(inputs),
    bytesOf: (source) => inputs[source].bytes,
    follow(source, more = () => []) {
      const found = new Set([source]);
      for (const each of found)
        for (const next of [...importsOf(each), ...more(each)]) found.add(next);
      return found;
    },
  };
}
