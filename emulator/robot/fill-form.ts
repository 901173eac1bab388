import type { Field, Form } from "./read-forms.ts";

/** Changes that the operator makes to a page's default values. */
export interface Requests {
  /**
   * Repositories to select: the page's own selection, all repositories, or a list of `owner/name`.
   */
  readonly selection: "preselected" | "all" | readonly string[];
  readonly appName: (name: string) => string;
}

/**
 * Fills in a form with the operator's choices.
 * @throws Error if the page offers none of the requested repositories
 */
export function fillForm(form: Form, requests: Requests): Form {
  switch (form.name) {
    case "create-app":
      return change(form, (field) =>
        field.name === "name" ? { ...field, value: requests.appName(field.value) } : field,
      );
    case "install-app":
    case "edit-installation":
    case "create-token":
      return chooseRepositories(form, requests.selection);
    default:
      return form;
  }
}

function chooseRepositories(form: Form, selection: Requests["selection"]): Form {
  if (selection === "preselected") return form;
  const isWished = (field: Field) =>
    selection !== "all" && selection.includes(repositoryOf(field) ?? "");
  if (selection !== "all" && !form.fields.some(isWished)) {
    throw new Error(`The page offers none of these repositories: ${selection.join(", ")}.`);
  }
  const wanted = selection === "all" ? "all" : "selected";
  return change(form, (field) => {
    if (isScope(field)) return { ...field, isOn: field.value === wanted };
    if (repositoryOf(field) !== undefined) return { ...field, isOn: isWished(field) };
    return field;
  });
}

/** Returns whether a field is one of the radio buttons for repository access. */
function isScope(field: Field): boolean {
  return field.type === "radio" && ["all", "selected", "none", "public"].includes(field.value);
}

/**
 * Returns the repository that a checkbox represents. The checkbox label begins with the
 * repository's full name.
 */
function repositoryOf(field: Field): string | undefined {
  if (field.type !== "checkbox") return undefined;
  return /^[\w.-]+\/[\w.-]+/.exec(field.label)?.[0];
}

function change(form: Form, edit: (field: Field) => Field): Form {
  return { ...form, fields: form.fields.map(edit) };
}

/** Describes the operator action that submits the form. */
export function describeForm(form: Form): string {
  const value = (name: string) => form.fields.find((field) => field.name === name)?.value ?? "";
  switch (form.name) {
    case "sign-in":
      return "Signs in";
    case "register-app":
      return "Submits the App registration";
    case "create-app":
      return `Creates the App "${value("name")}"`;
    case "install-app":
      return `Installs the App on ${describeRepositories(form)}`;
    case "edit-installation":
      return `Changes the installation to ${describeRepositories(form)}`;
    case "generate-key":
      return "Generates a private key";
    case "create-token":
      return `Creates the token "${value("name")}"`;
    default:
      return `Submits the form "${form.name}"`;
  }
}

function describeRepositories(form: Form): string {
  const isAll = form.fields.some((field) => isScope(field) && field.isOn && field.value === "all");
  if (isAll) return "all repositories";
  const ticked = form.fields.filter((field) => field.isOn).flatMap((field) => repositoryOf(field));
  return ticked.filter((name) => name !== undefined).join(", ") || "no repositories";
}
