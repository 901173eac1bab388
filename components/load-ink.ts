/**
 * Loads Ink the way this terminal needs it. Ink and chalk look at the environment once, while they load: with CI
 * set Ink draws nothing until the end, and NO_COLOR is unknown to chalk. What we start later sees both as they were.
 */
export async function loadInk<Loaded>(
  env: NodeJS.ProcessEnv,
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  const wanted = {
    CI: undefined,
    CONTINUOUS_INTEGRATION: undefined,
    ...(env["NO_COLOR"] && { FORCE_COLOR: "0" }),
  };
  const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, process.env[name]]));
  setEnvironment(wanted);
  try {
    return await load();
  } finally {
    setEnvironment(found);
  }
}

function setEnvironment(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
