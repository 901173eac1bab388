import { explainCredential } from "./explain-credential.ts";
import { fieldsOf } from "./json-value.ts";
import { inside, text, type Read } from "./read-fields.ts";
import { formatWord } from "./format-word.ts";

/** GitHub's limits on workflow inputs. */
const mostInputs = 25;
const longestInput = 65_000;

const inputText = text({ most: longestInput, mayBeEmpty: true });

/**
 * Reads the inputs of a dispatch as strings by name. Checks each value with its name, because the
 * name can indicate that the value is a credential.
 */
export const readInputs: Read<Readonly<Record<string, string>>> = (value, site) => {
  const given = fieldsOf(value);
  const report = (reason: string): undefined => void site.faults.push(`"${site.path}" ${reason}`);
  if (!given) return report("is not an object");
  if (given.size > mostInputs) return report(`has more than ${mostInputs} values`);
  const entries = [...given].flatMap(([name, each]): [string, string][] => {
    const isName = /^[A-Za-z_][\w-]{0,99}$/.test(name);
    if (!isName || explainCredential(name, site.secrets) !== undefined) {
      report(`has an invalid input name: ${formatWord(name, site.secrets)}`);
      return [];
    }
    const found = inputText(each, inside(site, name));
    if (found === undefined) return [];
    const credential = explainCredential(`${name}: ${found}`, site.secrets);
    if (credential !== undefined) report(`${credential}: ${name}`);
    return [[name, found]];
  });
  return Object.fromEntries(entries);
};
