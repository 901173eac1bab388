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

/** The block of an App. @see spec/engine.md, "forge-app-token fields" */
export function appTokenShape(brand: Brand): Shape<AppToken> {
  const { appBlock, appKey } = brand.engine;
  const fields = record(
    {
      appId: { name: "app-id", shape: appId, about: aboutAppId, isRequired: true },
      owner: {
        shape: forgeName,
        about: "Organization or user that the App is installed for.",
        isRequired: true,
      },
      repositories: {
        shape: list(forgeName, { what: "names of repositories", isFilled: true }),
        about:
          "Repositories that the token is for, without their owner. Without it: all of the installation.",
      },
      apiUrl: {
        name: "api-url",
        shape: apiUrl,
        about: "Base of the forge's API, for a server of one's own: it ends in /api/v3.",
      },
      skipRevocation: {
        name: "skip-token-revocation",
        shape: boolean,
        about: "Leave the token alive after the engine's run. It lives an hour.",
      },
      privateKey: {
        name: "private-key",
        shape: keyVariable(brand),
        about: `Name of the secret variable that holds the App's private key. Default: ${appKey}.`,
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

const aboutAppId =
  "The App's number, or its client ID. It is no secret, and stands in the pipeline as it is.";
const idHint = "The App's number as its page shows it, or its client ID";

/** A number keeps all its digits: it is never one to a program. */
const appId: Shape<string> = {
  schema: { type: ["integer", "string"], pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", minimum: 1 },
  read(node, site) {
    if (node.kind !== "scalar") {
      return refuse(node, site, { message: `is ${nameKind(node)}, no App ID`, hint: idHint });
    }
    const complaint = complainOfId(node);
    return complaint ? refuse(node, site, complaint) : node.text;
  },
};

/** The service keeps numbers of 64 bits, one of which is the sign. */
const largestId = 2n ** 63n - 1n;

function complainOfId(node: YamlScalar): Complaint | undefined {
  const { text: given } = node;
  const type = typeOf(node);
  const wrong = { message: `${quote(given)} is no App ID`, hint: idHint };
  if (type === "null") return { message: "has no value", hint: idHint };
  if (type === "boolean" || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(given)) return wrong;
  if (!/^\d+$/.test(given)) return type === "text" ? undefined : wrong;
  const isTooLarge = given.length > 19 || BigInt(given) > largestId;
  return given.startsWith("0") || isTooLarge ? wrong : undefined;
}

/** An https address without anything that is not one. */
const apiUrl: Shape<string> = (() => {
  const address = text({
    checks: [
      oneLine,
      noExpressions,
      never(/^http:/i, "is not encrypted", "It begins with https://"),
      never(/^(?!https:\/\/)/, "is no https address", "It begins with https://"),
      never(/[?#]/, "has a query or a fragment; it is the base of an API"),
      onlySigns(/[\w.~:/?#@%+[\]-]/, "letters, digits and . _ ~ : / @ % + -"),
      never(/^[^/]+\/\/[^/]*@/, "has a user or a password in it"),
      (given) =>
        URL.canParse(given) && new URL(given).hostname !== ""
          ? undefined
          : { message: `${quote(given)} is no address` },
    ],
  });
  return {
    schema: address.schema,
    read: (node, site) => address.read(node, site)?.replace(/\/+$/, ""),
  };
})();

const longestName = 200;

/** Dots and underscores are the same to an environment. */
function patternOf(kept: string): string {
  const [begin = "", more] = kept.split("*");
  const name = begin.split(/[._]/).map(anyCase).join("[._]");
  return more === undefined ? `${name}$` : name;
}

/** The name of a variable, and never what it holds. */
function keyVariable(brand: Brand): Shape<string> {
  const { engine } = brand;
  const kept = keptVariables(brand);
  const hint = `Store the key as a secret variable, and write its name: ${engine.appKey}`;
  const name = text({
    isSecret: true,
    schema: { maxLength: longestName },
    checks: [
      withPattern("^(?![\\s\\S]*-----)", (given) =>
        /-----|[\r\n]/.test(given) || given.length > longestName
          ? { message: "is a key, and not the name of a variable that holds one", hint }
          : undefined,
      ),
      never(/^\$\(.*\)$/, "is an expression", "Write the variable's name alone"),
      onlySigns(/[A-Za-z0-9._-]/, "letters, digits and . _ -"),
      never(/^[.-]/, "begins with a sign that no variable begins with"),
      withPattern(`^(?!${kept.map(({ name: each }) => patternOf(each)).join("|")})`, (given) => {
        const found = kept.find((each) => isNamed(given, each));
        return (
          found && { message: `${quote(given)} cannot hold the key: it holds ${found.holds}`, hint }
        );
      }),
    ],
  });
  return checked(name, (given, node, { path, findings }) => {
    if (!/^(?:endpoint|input|secret|securefile)/i.test(given)) return;
    findings.warn(node, path, {
      message: `${quote(given)} begins with a word that the service keeps for itself`,
      hint: "Variables that begin with endpoint, input, secret or securefile may not arrive; choose another name",
    });
  });
}
