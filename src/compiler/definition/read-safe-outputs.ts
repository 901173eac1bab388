import { handlerPermissions, handlers, parseHandler } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { isWorkflowFile, workflowFilePattern } from "../../shared/workflow-file.ts";
import { quote } from "../../yaml/quote.ts";
import { list, pathTo, record } from "../../yaml/record-shape.ts";
import { boolean, text, integer, withGuess, withPattern } from "../../yaml/scalar-shapes.ts";
import { refuse, type Shape, type Site } from "../../yaml/shape.ts";
import { fieldOf, nameKind, typeOf } from "../../yaml/yaml-node.ts";
import type { YamlField, YamlMap, YamlNode } from "../../yaml/yaml-node.ts";
import type { Approval, SafeOutput } from "./agent-definition.ts";
import { approvalShape } from "./read-approval.ts";

/** Maximum number of proposals, so that a person can still review them. */
const most = 100;

const fields = {
  max: {
    shape: integer({ from: 1, to: most }),
    about: "Maximum number of proposals to apply. Default: 1.",
  },
  requireApproval: {
    name: "require-approval",
    shape: boolean,
    about: "Whether a person must approve the proposals. Default: false.",
  },
} as const;

const rules = record(fields, { what: "a safe output" });

const workflowFile = text({
  checks: [
    withPattern(workflowFilePattern, (given) =>
      isWorkflowFile(given)
        ? undefined
        : {
            message: `${quote(given)} is not a workflow file name`,
            hint: "Use only the file name, without a path: worker.lock.yml",
          },
    ),
  ],
});

const dispatchRules = record(
  {
    ...fields,
    workers: {
      shape: list(workflowFile, { what: "worker files", isFilled: true }),
      about: "Workflow files that the agent can start. Every other workflow is refused.",
      isRequired: true,
    },
  },
  { what: "a dispatch" },
);

/** The key of the rules for approval, next to the handlers. */
const approvalKey = "approval";

interface SafeOutputs {
  /** Outputs that the agent can propose, with their limits. */
  readonly outputs: readonly SafeOutput[];
  readonly approval?: Approval;
}

/** Outputs that the agent can propose, and the rules for their approval. */
export const safeOutputs: Shape<SafeOutputs> = {
  schema: {
    type: "object",
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(
        handlers.map((name) => [
          name,
          {
            description: `Proposals that are applied with a token that has ${formatPermissions(name)}.`,
            ...(name === "dispatch"
              ? dispatchRules.schema
              : { anyOf: [rules.schema, { type: "null" }] }),
          },
        ]),
      ),
      [approvalKey]: {
        description: "Who approves proposals, and how long the run waits.",
        ...approvalShape.schema,
      },
    },
  },
  read(node, site) {
    if (node.kind !== "map") {
      return refuse(node, site, {
        message: `is ${nameKind(node)}; safe outputs must be a map of handlers`,
        hint: `Handlers: ${handlers.join(", ")}`,
      });
    }
    // The order is fixed, so that the arguments of a job do not depend on the order in the file.
    const ofHandlers = node.fields.filter(({ key }) => key.text !== approvalKey);
    const outputs = ofHandlers
      .flatMap((field) => readOne(field, site) ?? [])
      .toSorted((a, b) => handlers.indexOf(a.handler) - handlers.indexOf(b.handler));
    const approval = readApproval(node, site);
    if (approval && outputs.every(({ requireApproval }) => !requireApproval)) {
      const at = fieldOf(node, approvalKey)?.value ?? node;
      site.findings.warn(at, pathTo(site, approvalKey), {
        message: "is not used, because no output requires approval",
        hint: 'Add "require-approval: true" to an output',
      });
    }
    return { outputs, ...(approval && { approval }) };
  },
};

function readApproval(node: YamlMap, site: Site): Approval | undefined {
  const field = fieldOf(node, approvalKey);
  if (!field) return undefined;
  const within = { ...site, path: pathTo(site, approvalKey), key: field.key };
  return approvalShape.read(field.value, within);
}

function formatPermissions(name: (typeof handlers)[number]): string {
  return Object.entries(handlerPermissions[name])
    .map(([permission, level]) => `${permission}: ${level}`)
    .join(", ");
}

function readOne({ key, value }: YamlField, site: Site): SafeOutput | undefined {
  const handler = parseHandler(key.text);
  const path = pathTo(site, key.text);
  if (!handler) {
    site.findings.error(key, path, {
      message: `${quote(key.text)} is not a safe output handler`,
      hint: withGuess(key.text, handlers, `Handlers: ${handlers.join(", ")}`),
    });
    return undefined;
  }
  const read = readRules(handler, value, { ...site, path, key });
  if (!read) return undefined;
  const { max = 1, requireApproval = false, workers } = read;
  return { handler, max, requireApproval, ...(workers && { workers }) };
}

/**
 * Reads the rules of a handler. A key without a value selects the defaults, except for a dispatch,
 * which has no default worker.
 */
function readRules(
  handler: Handler,
  value: YamlNode,
  site: Site,
): Partial<Omit<SafeOutput, "handler">> | undefined {
  const isAlone = value.kind === "scalar" && typeOf(value) === "null";
  if (handler !== "dispatch") return isAlone ? {} : rules.read(value, site);
  return dispatchRules.read(
    isAlone ? { kind: "map", start: value.start, end: value.end, isFlow: true, fields: [] } : value,
    site,
  );
}
