import { expect, test } from "vitest";
import { createOpenApiCheck } from "./openapi-check.ts";

const check = createOpenApiCheck();
const variables = "/repos/acme/control/actions/variables";

test("an answer without a required field is a problem", () => {
  const exchange = { method: "GET", path: `${variables}/A`, requestBody: undefined, status: 200 };
  const variable = {
    name: "A",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
  expect(check({ ...exchange, responseBody: variable })).toEqual([
    `GET ${variables}/A 200 must have required property 'value'`,
  ]);
  expect(check({ ...exchange, responseBody: { ...variable, value: "1" } })).toEqual([]);
});

test("a time in another form is a problem", () => {
  const responseBody = {
    name: "A",
    value: "1",
    created_at: "yesterday",
    updated_at: "2026-01-01T00:00:00Z",
  };
  const exchange = { method: "GET", path: `${variables}/A`, requestBody: undefined, status: 200 };
  expect(check({ ...exchange, responseBody })).toHaveLength(1);
});

test("a success status that the description does not contain is a problem", () => {
  const exchange = { method: "POST", path: variables, requestBody: { name: "A", value: "1" } };
  expect(check({ ...exchange, status: 204, responseBody: undefined })).toHaveLength(1);
});

test("a request without a required field is a problem if the forge accepted it", () => {
  const exchange = {
    method: "POST",
    path: variables,
    requestBody: { name: "A" },
    responseBody: {},
  };
  expect(check({ ...exchange, status: 201 })).toHaveLength(1);
  expect(check({ ...exchange, status: 422, responseBody: { message: "no" } })).toEqual([]);
});
