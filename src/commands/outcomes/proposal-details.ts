import type { Proposal, ProposedFile } from "../../run/outputs/proposal.ts";
import { count } from "../../shared/count.ts";

/** A part of a proposal, as shown to its reviewer. */
export interface ProposalDetail {
  readonly name: string;
  /** One or more lines. */
  readonly text: string;
}

const most = { lines: 12, characters: 200, files: 50 } as const;

/** Describes the effect of a proposal. Long texts are shortened; the file has the complete text. */
export function proposalDetails(proposal: Proposal): readonly ProposalDetail[] {
  switch (proposal.type) {
    case "issue": {
      const labels = { name: "labels", text: proposal.labels.join(", ") };
      return [...(labels.text === "" ? [] : [labels]), ...textOf(proposal.body)];
    }
    case "comment":
      return textOf(proposal.body);
    case "pull-request": {
      const { branch, base = "the default branch", files, body } = proposal;
      const written = files.filter(({ content }) => content !== undefined);
      const gone = files.filter(({ content }) => content === undefined);
      return [
        { name: "branch", text: `${branch}, onto ${base}` },
        ...filesOf("writes", written),
        ...filesOf("deletes", gone),
        ...textOf(body),
      ];
    }
    case "dispatch": {
      const { workflow, ref = "the default branch", inputs } = proposal;
      const given = Object.entries(inputs).map(([name, text]) => ({
        name,
        text: firstLines(text),
      }));
      return [{ name: "workflow", text: `${workflow}, on ${ref}` }, ...given];
    }
  }
}

function textOf(body: string): readonly ProposalDetail[] {
  return body.trim() === "" ? [] : [{ name: "text", text: firstLines(body) }];
}

function filesOf(name: string, files: readonly ProposedFile[]): readonly ProposalDetail[] {
  if (files.length === 0) return [];
  const rows = files.slice(0, most.files).map(describeFile);
  const more = files.length - rows.length;
  const rest = more > 0 ? [`… ${count(more, "more file")}`] : [];
  return [{ name, text: [...rows, ...rest].join("\n") }];
}

function describeFile({ path, content }: ProposedFile): string {
  if (content === undefined) return path;
  const lines = linesOf(content).length;
  return `${path}, ${lines === 0 ? "empty" : count(lines, "line")}`;
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r\n?|\n/);
}

/**
 * Returns the first lines of a text. If the text contains invisible characters, such as
 * bidirectional controls, adds a note, because they would be applied but are not shown.
 */
function firstLines(text: string): string {
  const lines = linesOf(text);
  const shown = lines.slice(0, most.lines).map(cut);
  const more = lines.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`… ${count(more, "more line")} in the file`] : []),
    ...(/\p{Cf}/u.test(text) ? ["(contains characters that are not shown)"] : []),
  ].join("\n");
}

function cut(line: string): string {
  return line.length > most.characters ? `${line.slice(0, most.characters)}…` : line;
}
