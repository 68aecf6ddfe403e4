import { RootProvider } from "fumadocs-ui/provider/next";

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <RootProvider search={{ enabled: false }}>{children}</RootProvider>
      </body>
    </html>
  );
}
