import { render } from "preact";
import "./admin.css";
import { setUpSkipLink } from "../theme/skip-link.ts";
import { App } from "./app.tsx";

render(<App />, document.getElementById("app")!);
setUpSkipLink();
// The keys of the console search the console; the bar’s button searches the docs.
document.querySelector("docgate-search")?.setAttribute("hotkeys", "none");
