import { readHostName } from "../../firewall/rules/host-name.ts";
import { isFault } from "../../firewall/rules/fault.ts";
import { quote } from "../../yaml/quote.ts";
import { never, onlySigns, text, withPattern } from "../../yaml/scalar-shapes.ts";

const letters = "letters, digits and";
const noDash = never(/^-/, "starts with a dash: the engine would treat it as an option");
const noUpwards = never(/\.\./, 'contains "..", which can leave the directory');

/** Model ID for `--model`. It can include the vendor's name. */
export const model = text({
  checks: [onlySigns(/[A-Za-z0-9._:/@-]/, `${letters} . _ : / @ -`), noDash],
});

/** Name of a custom agent, which is also its file name. */
export const agent = text({
  checks: [onlySigns(/[A-Za-z0-9._:-]/, `${letters} . _ : -`), noDash, noUpwards],
});

const versionHint = 'Use a version such as "1.2.3", or "latest"';
const onlyDots = never(/^[vV]?\.*$/, "is not a version", versionHint);
/** Only the lowercase spelling `latest` refers to a release. */
const oddLatest = never(
  /^(?!latest$)[vV]?[lL][aA][tT][eE][sS][tT]$/,
  "is not a version",
  versionHint,
);

/** The version becomes part of a URL. */
export const version = text({
  checks: [onlySigns(/[A-Za-z0-9._-]/, `${letters} . _ -`), noDash, noUpwards, onlyDots, oddLatest],
});

/** An additional host name for the API. */
export const apiTarget = text({
  checks: [
    never(/:\/\//, "is an address, not a host name", "Use only the host name: api.example.com"),
    never(/[/:]/, "contains more than a host name", "Use only the host name: api.example.com"),
    onlySigns(/[A-Za-z0-9.-]/, `${letters} . -`),
    isHostName,
  ],
});

function isHostName(given: string) {
  const read = readHostName(given);
  if (isFault(read)) return { message: `${quote(given)} ${read.fault}` };
  return given.endsWith(".") ? { message: `${quote(given)} ends with a dot` } : undefined;
}

/** Path of a custom engine program. */
export const command = text({
  checks: [
    onlySigns(/[A-Za-z0-9._/-]/, `${letters} . _ / -`),
    noDash,
    never(/(?:^|\/)\.\.(?:\/|$)/, 'contains "..", which is not allowed in a path'),
    never(/^[./]*$/, "is not the path of a program"),
    never(/^\/tmp$|\/\.?$/, "is a directory, not a program"),
    never(
      /^\/tmp\/(?:\.?\/)*(?:proposals|verdict)(?:\/|$)/,
      "is in a directory that the sandbox uses itself",
    ),
  ],
});

/**
 * Prefixes of arguments that the compiler sets itself, with the reason.
 * @see spec/engine.md, "args rules"
 */
const owned: Readonly<Record<string, string>> = {
  "--prompt": "the compiler sets the prompt",
  "--additional-mcp-config": "the compiler configures MCP",
  "--allow-tool": "the compiler controls which tools are allowed",
  "--allow-all-tools": "the compiler controls which tools are allowed",
  "--allow-all-paths": "the compiler controls which paths are allowed",
  "--disable-builtin-mcps": "the compiler configures the built-in MCP servers",
  "--no-ask-user": "the compiler controls whether the engine asks a person",
  "--ask-user": "the compiler controls whether the engine asks a person",
};

const notOwned = withPattern(`^(?!${Object.keys(owned).join("|")})`, (given) => {
  const [prefix, why] = Object.entries(owned).find(([start]) => given.startsWith(start)) ?? [];
  if (prefix === undefined) return undefined;
  const all = Object.keys(owned).join(", ");
  return {
    message: `${quote(given)} starts with "${prefix}": ${why}`,
    hint: `Remove it. The compiler reserves the prefixes ${all}`,
  };
});

export const argument = text({
  checks: [onlySigns(/[A-Za-z0-9._:=/@-]/, `${letters} . _ : - = / @`), notOwned],
});

/** Name of an owner, or of a repository without the owner. */
export const forgeName = text({
  checks: [
    never(/\//, "contains an owner", "Use only the name, without the owner"),
    onlySigns(/[A-Za-z0-9._-]/, `${letters} . _ -`),
    noDash,
    never(/^\./, "starts with a dot"),
    noUpwards,
  ],
});
