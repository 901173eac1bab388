/** The documentation on the web, because an installed package does not contain it. */
export const docsUrl = "https://github.com/gatehouse-cli/gatehouse/blob/main/docs";
