const darkQuery = window.matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI takes its colours from a class; the person's preference is in a media query. */
export function followColorScheme(): void {
  apply();
  darkQuery.addEventListener("change", apply);
}

function apply(): void {
  document.documentElement.classList.toggle("dark-mode", darkQuery.matches);
}
