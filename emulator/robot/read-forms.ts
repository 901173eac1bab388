import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** A form with the attribute `data-form`, with the values that the page shows. */
export interface Form {
  readonly name: string;
  readonly method: "get" | "post";
  readonly action: string;
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  /**
   * Kind of form field: `checkbox`, `radio`, `select`, `textarea`, or the type of another input.
   */
  readonly type: string;
  readonly value: string;
  /**
   * Whether the field is submitted. Always true, except for checkboxes and radio buttons that are
   * not selected.
   */
  readonly isOn: boolean;
  readonly label: string;
}

/** Reads the forms of a page in document order. */
export function readForms(html: string): Form[] {
  const page = parse(html);
  const labels = findAll(page, "label");
  return findAll(page, "form").flatMap((form) => {
    const name = attribute(form, "data-form");
    if (name === undefined) return [];
    const method = attribute(form, "method")?.toLowerCase() === "post" ? "post" : "get";
    const fields = fieldsOf(form, labels);
    return [{ name, method, action: attribute(form, "action") ?? "", fields } as const];
  });
}

/**
 * Reads the element with this `data-value`: the value of a field, or the text of another element.
 */
export function readMarkedValue(html: string, name: string): string | undefined {
  const found = findAll(parse(html)).find((element) => attribute(element, "data-value") === name);
  if (!found) return undefined;
  return found.tagName === "input" ? attribute(found, "value") : textOf(found).trim();
}

/** Returns the first heading of a page, or its title. */
export function readHeading(html: string): string {
  const page = parse(html);
  const [heading] = [...findAll(page, "h1"), ...findAll(page, "title")];
  return heading ? textOf(heading).trim().replaceAll(/\s+/g, " ") : "";
}

function fieldsOf(form: Element, labels: readonly Element[]): Field[] {
  let isSubmitted = false;
  return findAll(form).flatMap((element): Field[] => {
    const name = attribute(element, "name");
    if (!["input", "select", "textarea", "button"].includes(element.tagName)) return [];
    const type = typeOf(element);
    // Only the first button submits the form. Other buttons and reset buttons do not add fields.
    if (type === "submit" && isSubmitted) return [];
    if (type === "submit") isSubmitted = true;
    const isIdle = type === "button" || type === "reset" || type === "image";
    if (name === undefined || isIdle || attribute(element, "disabled") !== undefined) return [];
    const isBox = type === "checkbox" || type === "radio";
    const isOn = !isBox || attribute(element, "checked") !== undefined;
    const label = labelOf(element, labels);
    return [{ name, type, value: valueOf(element, isBox), isOn, label }];
  });
}

function typeOf(element: Element): string {
  if (element.tagName === "button") return attribute(element, "type")?.toLowerCase() ?? "submit";
  if (element.tagName !== "input") return element.tagName;
  return attribute(element, "type")?.toLowerCase() ?? "text";
}

function valueOf(element: Element, isBox: boolean): string {
  if (element.tagName === "textarea") return textOf(element);
  if (element.tagName !== "select") return attribute(element, "value") ?? (isBox ? "on" : "");
  const options = findAll(element, "option");
  const chosen = options.find((option) => attribute(option, "selected") !== undefined);
  const option = chosen ?? options[0];
  return option ? (attribute(option, "value") ?? textOf(option).trim()) : "";
}

function labelOf(element: Element, labels: readonly Element[]): string {
  const id = attribute(element, "id");
  const label = labels.find(
    (one) =>
      (id !== undefined && attribute(one, "for") === id) || findAll(one).some((x) => x === element),
  );
  return label ? textOf(label).trim().replaceAll(/\s+/g, " ") : "";
}

function findAll(root: Node, tagName?: string): Element[] {
  if (!("childNodes" in root)) return [];
  return root.childNodes.flatMap((node) => {
    const inner = findAll(node, tagName);
    const isFound = tree.isElementNode(node) && (tagName ?? node.tagName) === node.tagName;
    return isFound ? [node, ...inner] : inner;
  });
}

function textOf(node: Node): string {
  if (tree.isTextNode(node)) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}
