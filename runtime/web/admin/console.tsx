import { useState } from "preact/hooks";
import { request } from "./api/request.ts";
import { Guide } from "./guide/guide.tsx";
import { KINDS } from "./kinds/kinds.ts";
import { Navigation } from "./navigation.tsx";
import { Announcement, AnnounceProvider } from "./parts/announce.tsx";
import { Page } from "./parts/page.tsx";
import { type Reveal, RevealDialog, RevealProvider } from "./parts/reveal.tsx";
import { type Route, useRoute } from "./route.ts";
import { ItemDetail } from "./screens/item-detail.tsx";
import { ItemList } from "./screens/item-list.tsx";
import { NewItem } from "./screens/new-item.tsx";
import { useSession } from "./session.tsx";

/** What a person sees who is signed in. */
export function Console() {
  const route = useRoute();
  const [message, setMessage] = useState({ number: 0, text: "" });
  const [reveal, setReveal] = useState<Reveal | null>(null);
  const announce = (text: string) => setMessage(({ number }) => ({ number: number + 1, text }));

  return (
    <AnnounceProvider value={announce}>
      <RevealProvider value={setReveal}>
        <button type="button" class="skip" onClick={focusMain}>
          Skip to the content
        </button>
        <Header />
        <Navigation place={route[0] ?? ""} />
        <main id="main" tabIndex={-1}>
          <Place key={route.join("/")} route={route} />
        </main>
        <Announcement message={message} />
        {reveal && <RevealDialog {...reveal} close={() => setReveal(null)} />}
      </RevealProvider>
    </AnnounceProvider>
  );
}

/** The fragment names the place, so that no link can name a part of the page. */
function focusMain(): void {
  document.getElementById("main")!.focus();
}

function Header() {
  const { admin, end } = useSession();

  async function signOut(): Promise<void> {
    await request("/session", { method: "DELETE" }).catch(() => {});
    end("You are signed out.");
  }

  return (
    <header>
      <a class="brand" href="#/">
        docgate
      </a>
      <p class="who">
        <bdi>{admin.email}</bdi> <span class="quiet">of</span> <bdi>{admin.organization.name}</bdi>
      </p>
      <button type="button" class="small" onClick={() => void signOut()}>
        Sign out
      </button>
    </header>
  );
}

interface PlaceProps {
  readonly route: Route;
}

function Place({ route: [first, id] }: PlaceProps) {
  const { may } = useSession();
  if (first === "guide" && may("api-keys:w")) return <Guide step={id} />;
  const kind = KINDS.find(({ collection }) => collection === first);
  if (kind && may(kind.permission)) {
    if (id === undefined) return <ItemList kind={kind} />;
    if (id === "new" && may(`${kind.permission}:w`)) return <NewItem kind={kind} />;
    if (id !== "new") return <ItemDetail kind={kind} id={id} />;
  }
  return <Nowhere />;
}

function Nowhere() {
  return (
    <Page title="There is nothing here">
      <p>
        The address is wrong, or it is of something that you may not see.{" "}
        <a href="#/">Go to the overview</a>
      </p>
    </Page>
  );
}
