/**
 * A part of a pipeline before and after a change. A part is either a step, or the lines of a job
 * above its steps.
 */
export interface StepPair {
  /** Job and step, such as `Agent: Run the agent`; only the job for lines above its steps. */
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

interface Part {
  readonly title: string;
  readonly key: string;
  readonly text: string;
}

/**
 * Pairs the parts of two pipelines and returns the pairs that differ. Either pipeline can be empty.
 */
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

/** Returns the display name of a step, or an empty string for the lines above the steps. */
function nameOf(text: string): string {
  if (!text.startsWith("  - ")) return "";
  const quoted = /^    displayName: (.+)$/m.exec(text)?.[1];
  const name = quoted ?? text.slice(4, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"));
  return /^'.*'$/.test(name) ? name.slice(1, -1).replaceAll("''", "'") : name;
}

/**
 * Returns the first two words of a name, so that a step is recognized even if its name contains a
 * different version or App.
 */
function sameName(name: string): string {
  return name.split(" ").slice(0, 2).join(" ");
}
