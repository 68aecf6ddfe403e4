import "swagger-ui-dist/swagger-ui.css";
import "./reference.css";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { setUpSkipLink } from "../theme/skip-link.ts";
import { followColorScheme } from "./color-scheme.ts";
import { plainPaths } from "./plain-paths.ts";
import { onlyWhereBrowsersCan } from "./try-it-out.ts";

followColorScheme();
setUpSkipLink();
SwaggerUI({
  url: "./openapi.json",
  domNode: document.getElementById("reference")!,
  deepLinking: true,
  filter: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // A token that was typed is discarded with the page.
  persistAuthorization: false,
  syntaxHighlight: { activated: true },
  // Swagger UI would send the address of the document to a public service.
  validatorUrl: null,
  plugins: [onlyWhereBrowsersCan, plainPaths],
});
