import { render } from "preact";
import "./admin.css";
import { App } from "./app.tsx";

render(<App />, document.getElementById("app")!);
