import type { Option, Question } from "../../../src/prompts/prompter.ts";

const isList = (question: Question): question is Question & { options: readonly Option[] } =>
  "options" in question && Array.isArray(question.options);

/** Returns the parts of a question that do not fit a screen of 80 columns. */
export function listMisfits(question: Question): string[] {
  const { id, title } = question;
  const options = isList(question) ? question.options : [];
  return [
    ...(title.length > 50 ? [`${id}: ${title}`] : []),
    ...options.flatMap(({ label, hint }) => [
      ...(hint !== undefined && label.length > 24 ? [`${id}: ${label}`] : []),
      ...(hint !== undefined && hint.length > 46 ? [`${id}: ${hint}`] : []),
    ]),
  ];
}
