/** One way to put questions in lines: with Inquirer's prompts, or with nothing but a line and Enter. */
export interface LineAsker {
  /** Answers the index of the chosen row. */
  choose(question: RowsQuestion & { readonly initial?: number }): Promise<number | Aside>;
  chooseMany(
    question: RowsQuestion & { readonly ticked: readonly number[]; readonly minimum: number },
  ): Promise<number[] | Aside>;
  line(question: LineQuestion & { readonly initial?: string }): Promise<{ text: string } | Aside>;
}

/** What a person can always say instead of an answer, where the question has it. */
export type Aside = "why" | "back";

export interface LineQuestion {
  readonly title: string;
  readonly asides: readonly Aside[];
}

export interface RowsQuestion extends LineQuestion {
  readonly rows: readonly LineRow[];
}

export interface LineRow {
  readonly label: string;
  /** Why it cannot be chosen now. */
  readonly disabled?: string | undefined;
}

/** The words that are asides and not answers, where a line is typed. */
export function readAside(text: string, asides: readonly Aside[]): Aside | undefined {
  const meant = { "?": "why", back: "back" }[text.trim().toLowerCase()] as Aside | undefined;
  return meant && asides.includes(meant) ? meant : undefined;
}

/** ` (? for why, "back" for the question before)` */
export function sayAsides(asides: readonly Aside[]): string {
  const words = { why: "? for why", back: '"back" for the question before' };
  return asides.length > 0 ? ` (${asides.map((aside) => words[aside]).join(", ")})` : "";
}
