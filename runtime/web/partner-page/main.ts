import "./partner-page.css";
import { addCopyButtons } from "../reference/copy-buttons.ts";
import { takeCode } from "./take-code.ts";

takeCode();
addCopyButtons();
