export async function begin(): Promise<readonly string[] | undefined> {
  await Promise.resolve();
  return ["--help"];
}
