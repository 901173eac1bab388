/** A part of a pipeline's text, before and after: a step, or what stands above the steps of a job. */
export interface StepPair {
  /** `Agent: Run the agent`; the job alone above its steps. */
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

interface Part {
  readonly title: string;
  readonly key: string;
  readonly text: string;
}

/** Puts the parts of two pipelines beside each other, of which one may not be there: those that are not the same. */
export function pairSteps(before: string, after: string): readonly StepPair[] {
  const [old, now] = [partsOf(before), partsOf(after)];
  const come = now.map(({ key, title, text }) => {
    const stood = old.find((part) => part.key === key)?.text ?? "";
    return { title, before: stood, after: text };
  });
  const gone = old
    .filter(({ key }) => !now.some((part) => part.key === key))
    .map(({ title, text }) => ({ title, before: text, after: "" }));
  return [...gone, ...come].filter((pair) => pair.before !== pair.after);
}

function partsOf(pipeline: string): readonly Part[] {
  const parts: Part[] = [];
  const seen = new Map<string, number>();
  let job = "";
  let lines: string[] = [];
  const end = () => {
    if (lines.length === 0) return;
    const text = lines.join("\n").trimEnd();
    const name = nameOf(text);
    const title = [job, name].filter((word) => word !== "").join(": ");
    const key = `${job} ${sameName(name)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    parts.push({ title: title || "The pipeline", key: `${key} ${times}`, text });
    lines = [];
  };
  for (const line of pipeline.split("\n")) {
    const begun = /^- job: (\S+)/.exec(line)?.[1];
    if (begun !== undefined || line.startsWith("  - ")) end();
    job = begun ?? job;
    lines.push(line);
  }
  end();
  return parts;
}

/** What a step is called; what is above the steps has no name of its own. */
function nameOf(text: string): string {
  if (!text.startsWith("  - ")) return "";
  const quoted = /^    displayName: (.+)$/m.exec(text)?.[1];
  const name = quoted ?? text.slice(4, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"));
  return /^'.*'$/.test(name) ? name.slice(1, -1).replaceAll("''", "'") : name;
}

/** It is the same step whichever version or App its name tells. */
function sameName(name: string): string {
  return name.split(" ").slice(0, 2).join(" ");
}
