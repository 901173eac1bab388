import type { Option, Question } from "../../src/prompts/prompter.ts";

const longest = { title: 50, label: 24, hint: 46 };

/**
 * Returns a sentence for each part of a question that does not fit its row or is in the wrong
 * column.
 */
export function findWordy(question: Question): string[] {
  const { id, title } = question;
  const options = "options" in question ? (question.options as readonly Option[]) : [];
  return [
    ...(title.length > longest.title ? [`${id}: the title has ${title.length}: ${title}`] : []),
    ...options.flatMap((option) => findWordyOption(id, option)),
  ];
}

function findWordyOption(id: string, { value, label, hint }: Option): string[] {
  if (hint === undefined) return [];
  return [
    ...(label.length > longest.label ? [`${id} ${value}: the label has ${label.length}`] : []),
    ...(hint.length > longest.hint ? [`${id} ${value}: the hint has ${hint.length}: ${hint}`] : []),
    // A consequence is a fragment in its own column, so it has no full stop.
    ...(hint.endsWith(".") ? [`${id} ${value}: the hint ends in a full stop`] : []),
  ];
}
