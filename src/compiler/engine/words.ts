import { readHostName } from "../../firewall/rules/host-name.ts";
import { isFault } from "../../firewall/rules/fault.ts";
import { quote } from "../../yaml/quote.ts";
import { never, onlySigns, text, withPattern } from "../../yaml/scalar-shapes.ts";

const letters = "letters, digits and";
const noDash = never(/^-/, "begins with a dash: the engine would take it for an option");
const noUpwards = never(/\.\./, "has two dots together, which lead upwards in a path");

/** What `--model` takes: any identifier, those with the name of their maker included. */
export const model = text({
  checks: [onlySigns(/[A-Za-z0-9._:/@-]/, `${letters} . _ : / @ -`), noDash],
});

/** The name of a custom agent, which is the name of its file, too. */
export const agent = text({
  checks: [onlySigns(/[A-Za-z0-9._:-]/, `${letters} . _ : -`), noDash, noUpwards],
});

const versionHint = 'A version as "1.2.3", or "latest"';
const onlyDots = never(/^[vV]?\.*$/, "names no version", versionHint);
/** No release is called so. */
const oddLatest = never(/^(?!latest$)[vV]?[lL][aA][tT][eE][sS][tT]$/, "is no version", versionHint);

/** It becomes a part of an address. */
export const version = text({
  checks: [onlySigns(/[A-Za-z0-9._-]/, `${letters} . _ -`), noDash, noUpwards, onlyDots, oddLatest],
});

/** One more host of the forge: a name alone. */
export const apiTarget = text({
  checks: [
    never(/:\/\//, "is an address", "Write its host alone: api.example.com"),
    never(/[/:]/, "is more than a host", "Write the host alone: api.example.com"),
    onlySigns(/[A-Za-z0-9.-]/, `${letters} . -`),
    isHostName,
  ],
});

function isHostName(given: string) {
  const read = readHostName(given);
  if (isFault(read)) return { message: `${quote(given)} ${read.fault}` };
  return given.endsWith(".") ? { message: `${quote(given)} ends with a dot` } : undefined;
}

/** Where the engine's own program is. */
export const command = text({
  checks: [
    onlySigns(/[A-Za-z0-9._/-]/, `${letters} . _ / -`),
    noDash,
    never(/(?:^|\/)\.\.(?:\/|$)/, "leads upwards: a path has no .. in it"),
    never(/^[./]*$/, "names no program"),
    never(/^\/tmp$|\/\.?$/, "names a folder, and no program"),
    never(/^\/tmp\/(?:\.?\/)*(?:proposals|verdict)(?:\/|$)/, "is in a folder of the sandbox's own"),
  ],
});

/** Whose the engine's command line is: what begins so is given by the compiler. @see spec/engine.md, "args rules" */
const owned: Readonly<Record<string, string>> = {
  "--prompt": "the compiler gives the prompt",
  "--additional-mcp-config": "the compiler gives the configuration of MCP",
  "--allow-tool": "the compiler says which tools are allowed",
  "--allow-all-tools": "the compiler says which tools are allowed",
  "--allow-all-paths": "the compiler says which paths are allowed",
  "--disable-builtin-mcps": "the compiler sets up the built-in MCP servers",
  "--no-ask-user": "the compiler says whether a person is asked",
  "--ask-user": "the compiler says whether a person is asked",
};

const notOwned = withPattern(`^(?!${Object.keys(owned).join("|")})`, (given) => {
  const [prefix, why] = Object.entries(owned).find(([start]) => given.startsWith(start)) ?? [];
  if (prefix === undefined) return undefined;
  const all = Object.keys(owned).join(", ");
  return {
    message: `${quote(given)} begins with "${prefix}": ${why}`,
    hint: `Leave it away. What begins with ${all} is the compiler's`,
  };
});

export const argument = text({
  checks: [onlySigns(/[A-Za-z0-9._:=/@-]/, `${letters} . _ : - = / @`), notOwned],
});

/** An owner, or a repository without its owner. */
export const forgeName = text({
  checks: [
    never(/\//, "has an owner in it", "Write the name alone, without the owner"),
    onlySigns(/[A-Za-z0-9._-]/, `${letters} . _ -`),
    noDash,
    never(/^\./, "begins with a dot"),
    noUpwards,
  ],
});
