import "./admin.css";
import { openForm } from "./setup-form.ts";
import { takeSetupToken } from "./setup-link.ts";
import { showView } from "./views.ts";

const token = takeSetupToken();
if (token === null) showView("overview");
else openForm(token);

// A link that is opened where the page is open already loads nothing.
window.addEventListener("hashchange", () => {
  const token = takeSetupToken();
  if (token !== null) openForm(token);
});
