import type { Brand } from "../../forge/brand.ts";
import type { AppToken } from "./engine.ts";
import { quote } from "../../yaml/quote.ts";
import {
  boolean,
  never,
  noExpressions,
  onlySigns,
  oneLine,
  text,
  withPattern,
} from "../../yaml/scalar-shapes.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { checked, refuse, type Complaint, type Shape } from "../../yaml/shape.ts";
import { nameKind, typeOf, type YamlScalar } from "../../yaml/yaml-node.ts";
import { anyCase } from "../source/any-case.ts";
import { isNamed, keptVariables } from "./variables.ts";
import { forgeName } from "./words.ts";

/**
 * Returns the shape of the App block.
 * @see spec/engine.md, "forge-app-token fields"
 */
export function appTokenShape(brand: Brand): Shape<AppToken> {
  const { appBlock, appKey } = brand.engine;
  const fields = record(
    {
      appId: { name: "app-id", shape: appId, about: aboutAppId, isRequired: true },
      owner: {
        shape: forgeName,
        about: "Organization or user account that the App is installed on.",
        isRequired: true,
      },
      repositories: {
        shape: list(forgeName, { what: "repository names", isFilled: true }),
        about:
          "Repositories that the token can access, without the owner. Default: all repositories of the installation.",
      },
      apiUrl: {
        name: "api-url",
        shape: apiUrl,
        about: "Base address of the API for a self-hosted server. It ends in /api/v3.",
      },
      skipRevocation: {
        name: "skip-token-revocation",
        shape: boolean,
        about: "Do not revoke the token after the run. It then expires after one hour.",
      },
      privateKey: {
        name: "private-key",
        shape: keyVariable(brand),
        about: `Name of the secret variable with the App's private key. Default: ${appKey}.`,
      },
    },
    { what: `"${appBlock}"` },
  );
  return {
    schema: fields.schema,
    read(node, site) {
      const read = fields.read(node, site);
      if (read?.appId === undefined || read.owner === undefined) return undefined;
      const { appId: id, owner, skipRevocation = false, privateKey = appKey } = read;
      return { ...read, appId: id, owner, skipRevocation, privateKey };
    },
  };
}

const aboutAppId = "App ID or client ID. It is not secret and is written to the pipeline.";
const idHint = "Use the App ID from the App's settings page, or the client ID";

/** The ID remains a string, so that large numbers do not lose digits. */
const appId: Shape<string> = {
  schema: { type: ["integer", "string"], pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", minimum: 1 },
  read(node, site) {
    if (node.kind !== "scalar") {
      return refuse(node, site, { message: `is ${nameKind(node)}, not an App ID`, hint: idHint });
    }
    const complaint = complainOfId(node);
    return complaint ? refuse(node, site, complaint) : node.text;
  },
};

/** The maximum of a signed 64-bit integer, the type that GitHub uses. */
const largestId = 2n ** 63n - 1n;

function complainOfId(node: YamlScalar): Complaint | undefined {
  const { text: given } = node;
  const type = typeOf(node);
  const wrong = { message: `${quote(given)} is not a valid App ID`, hint: idHint };
  if (type === "null") return { message: "has no value", hint: idHint };
  if (type === "boolean" || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(given)) return wrong;
  if (!/^\d+$/.test(given)) return type === "text" ? undefined : wrong;
  const isTooLarge = given.length > 19 || BigInt(given) > largestId;
  return given.startsWith("0") || isTooLarge ? wrong : undefined;
}

const apiUrl: Shape<string> = (() => {
  const address = text({
    checks: [
      oneLine,
      noExpressions,
      never(/^http:/i, "is not encrypted", "Use an address that starts with https://"),
      never(
        /^(?!https:\/\/)/,
        "is not an https address",
        "Use an address that starts with https://",
      ),
      never(/[?#]/, "has a query or a fragment, but must be the base address of an API"),
      onlySigns(/[\w.~:/?#@%+[\]-]/, "letters, digits and . _ ~ : / @ % + -"),
      never(/^[^/]+\/\/[^/]*@/, "contains a user name or password"),
      (given) =>
        URL.canParse(given) && new URL(given).hostname !== ""
          ? undefined
          : { message: `${quote(given)} is not a valid address` },
    ],
  });
  return {
    schema: address.schema,
    read: (node, site) => address.read(node, site)?.replace(/\/+$/, ""),
  };
})();

const longestName = 200;

/** Returns a pattern in which dots and underscores are equivalent, as in environment variables. */
function patternOf(kept: string): string {
  const [begin = "", more] = kept.split("*");
  const name = begin.split(/[._]/).map(anyCase).join("[._]");
  return more === undefined ? `${name}$` : name;
}

/** Accepts the name of a variable, never a key. */
function keyVariable(brand: Brand): Shape<string> {
  const { engine } = brand;
  const kept = keptVariables(brand);
  const hint = `Store the key as a secret variable, and use its name here: ${engine.appKey}`;
  const name = text({
    isSecret: true,
    schema: { maxLength: longestName },
    checks: [
      withPattern("^(?![\\s\\S]*-----)", (given) =>
        /-----|[\r\n]/.test(given) || given.length > longestName
          ? { message: "is a key, not the name of a variable", hint }
          : undefined,
      ),
      never(/^\$\(.*\)$/, "is an expression", "Use only the variable name"),
      onlySigns(/[A-Za-z0-9._-]/, "letters, digits and . _ -"),
      never(/^[.-]/, "starts with . or -, which is not allowed in a variable name"),
      withPattern(`^(?!${kept.map(({ name: each }) => patternOf(each)).join("|")})`, (given) => {
        const found = kept.find((each) => isNamed(given, each));
        return (
          found && {
            message: `${quote(given)} cannot be used for the key: it contains ${found.content}`,
            hint,
          }
        );
      }),
    ],
  });
  return checked(name, (given, node, { path, findings }) => {
    if (!/^(?:endpoint|input|secret|securefile)/i.test(given)) return;
    findings.warn(node, path, {
      message: `${quote(given)} starts with a reserved prefix of Azure Pipelines`,
      hint: "Use a name that does not start with endpoint, input, secret or securefile: such variables might not reach the step",
    });
  });
}
