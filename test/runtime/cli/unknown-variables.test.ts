import { expect, it } from "vitest";
import { unknownVariables } from "../../../runtime/cli/unknown-variables.ts";

it("names variables that look like settings, with the one that was probably meant", () => {
  const environment = {
    DOCGATE_PROT: "8080",
    DOCGATE_PROXYCOUNT: "1",
    DOCGATE_FAVOURITE_COLOUR: "blue",
    DOCGATE_PORT: "8080",
    DOCGATE_CALL_LOG: "",
    DOCGATE_URL: "https://docs.example.com",
    PORT: "80",
  };
  expect(unknownVariables(environment)).toEqual([
    "The variable DOCGATE_FAVOURITE_COLOUR is not a setting of docgate, and is ignored.",
    "The variable DOCGATE_PROT is not a setting of docgate, and is ignored. Did you mean DOCGATE_PORT?",
    "The variable DOCGATE_PROXYCOUNT is not a setting of docgate, and is ignored. Did you mean DOCGATE_PROXY_COUNT?",
  ]);
});
