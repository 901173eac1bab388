import { byWorkflowToken, decided, enrolled, verifies } from "./scene.ts";
import type { Situation } from "./scene.ts";

/** Control planes whose workflows do not rely on the shared control file as it was decided. */
export const controlFilePlanes: readonly Situation[] = [
  {
    what: "a shared control file that drifted, and a workflow that does not import it",
    prepare: async (plane) => {
      await decided(plane);
      await plane.addApp("read", enrolled);
      await plane.writeControl(byWorkflowToken);
      const permissions = "permissions:\n  agent-requests: write\n";
      const text = `---\non: workflow_dispatch\n${permissions}---\nReview.\n`;
      await plane.commit(".forge/workflows/review.md", text);
    },
    run: ["verify --no-run"],
    steps: {
      "Render the shared control file again": [/control\.md is written anew/],
      "Mend these workflows, and look again": [/1 finding · 1 agent-backed workflow/],
      "Let a run look": verifies,
    },
  },
];
