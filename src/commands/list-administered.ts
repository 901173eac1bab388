import type { Connection } from "./connect.ts";

interface Listed {
  readonly full_name: string;
  readonly permissions?: { readonly admin?: boolean };
}

/** Full names of repositories that whoever is signed in administers; the busiest hundred are looked at. */
export async function listAdministered({ rest }: Connection): Promise<string[]> {
  const client = await rest();
  const { body } = await client.request("GET", "/user/repos?per_page=100&sort=pushed");
  return (body as Listed[])
    .filter(({ permissions }) => permissions?.admin === true)
    .map(({ full_name }) => full_name);
}
