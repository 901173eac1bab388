/**
 * Loads Ink with the environment that it needs. Ink and chalk read the environment once, when they
 * load. If CI is set, Ink does not draw until the end, and chalk ignores NO_COLOR. Programs that
 * gatehouse starts later see the original values.
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
