import { render } from "preact";
import "./admin.css";
import { setUpSkipLink } from "../theme/skip-link.ts";
import { App } from "./app.tsx";

render(<App />, document.getElementById("app")!);
setUpSkipLink();
