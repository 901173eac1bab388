/** A fragment of HTML that is safe to embed. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Fragment = Html | string | number | undefined | null | false | readonly Fragment[];

/** Builds HTML and escapes all values except HTML fragments. */
export function markup(strings: TemplateStringsArray, ...values: Fragment[]): Html {
  const filled = strings.map((text, index) => text + render(values[index]));
  return new Html(filled.join(""));
}

function render(value: Fragment): string {
  if (value === undefined || value === null || value === false) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(render).join("");
  return escape(String(value));
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
