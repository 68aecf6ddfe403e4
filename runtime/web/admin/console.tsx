import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { ApiError } from "./api/request.ts";
import { Guide } from "./guide/guide.tsx";
import { KINDS } from "./kinds/kinds.ts";
import { NamesProvider } from "./names.tsx";
import { Navigation } from "./navigation.tsx";
import { Announcement, AnnounceProvider, useAnnounce } from "./parts/announce.tsx";
import { leaveSafely, UnsavedGuard } from "./parts/forms/unsaved.tsx";
import { Page } from "./parts/page.tsx";
import { type Reveal, RevealDialog, RevealProvider } from "./parts/reveal.tsx";
import { linkTo, type Route, useRoute } from "./route.ts";
import { AccountScreen } from "./screens/account.tsx";
import { ImportConsumers } from "./screens/items/import-consumers.tsx";
import { ItemDetail } from "./screens/items/item-detail.tsx";
import { ItemList } from "./screens/items/item-list.tsx";
import { NewItem } from "./screens/items/new-item.tsx";
import { AuditScreen } from "./screens/logs/audit.tsx";
import { CallsScreen } from "./screens/logs/calls.tsx";
import { NoticesScreen } from "./screens/logs/notices.tsx";
import { RefusalsScreen } from "./screens/logs/refusals.tsx";
import { SearchesScreen } from "./screens/logs/searches.tsx";
import { OverviewScreen } from "./screens/overview.tsx";
import { signOut } from "./screens/sign-in/sign-out-button.tsx";
import { InviteScreen } from "./screens/team/invite.tsx";
import { TeamScreen } from "./screens/team/team.tsx";
import { Search } from "./search/search.tsx";
import { type Permission, useSession } from "./session.tsx";

interface Screen {
  /** Default: everybody who is signed in may see it. */
  readonly permission?: Permission;
  readonly Screen: ComponentType;
}

/** Screens that do not show a collection. */
const SCREENS: Readonly<Record<string, Screen>> = {
  account: { Screen: AccountScreen },
  notices: { Screen: NoticesScreen, permission: "audit" },
  audit: { Screen: AuditScreen, permission: "audit" },
  calls: { Screen: CallsScreen, permission: "audit" },
  refusals: { Screen: RefusalsScreen, permission: "audit" },
  searches: { Screen: SearchesScreen, permission: "audit" },
  team: { Screen: TeamScreen, permission: "team" },
};

interface ConsoleProps {
  /** True while it waits out of sight until the person has signed in again. */
  readonly isAway: boolean;
}

/** The console as a signed-in person sees it. */
export function Console({ isAway }: ConsoleProps) {
  const route = useRoute();
  const [message, setMessage] = useState({ number: 0, text: "" });
  const [reveal, setReveal] = useState<Reveal | null>(null);
  const announce = (text: string) => setMessage(({ number }) => ({ number: number + 1, text }));

  return (
    <AnnounceProvider value={announce}>
      <RevealProvider value={setReveal}>
        <div class={isAway ? "console away" : "console"}>
          <AccountLine place={route[0] ?? ""} isAway={isAway} />
          <Navigation route={route} />
          <main id="Main" tabIndex={-1}>
            <NamesProvider key={route.join("/")}>
              <Place route={route} />
            </NamesProvider>
          </main>
          <Announcement message={message} />
          <UnsavedGuard />
          {reveal && <RevealDialog {...reveal} close={() => setReveal(null)} />}
        </div>
      </RevealProvider>
    </AnnounceProvider>
  );
}

interface AccountLineProps extends ConsoleProps {
  readonly place: string;
}

function AccountLine({ place, isAway }: AccountLineProps) {
  const { admin, leave } = useSession();
  const announce = useAnnounce();

  async function end(): Promise<void> {
    try {
      await signOut();
      leave("You are signed out.");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      announce(`You are still signed in. ${error.message}`);
    }
  }

  return (
    <div class="account">
      <strong>Administration</strong>
      <Search isAway={isAway} />
      <a
        class="who"
        href={linkTo("account")}
        aria-current={place === "account" ? "page" : undefined}
      >
        <span class="unseen">Account: </span>
        <bdi>{admin.email}</bdi> <span class="unseen">of </span>
        <bdi class="who-organization">{admin.organization.name}</bdi>
      </a>
      <button type="button" class="small" onClick={() => leaveSafely(() => void end())}>
        Sign out
      </button>
    </div>
  );
}

interface PlaceProps {
  readonly route: Route;
}

function Place({ route }: PlaceProps) {
  const { may } = useSession();
  const [first, id] = route;
  if (first === undefined) return <OverviewScreen />;
  const screen = Object.hasOwn(SCREENS, first) ? SCREENS[first] : undefined;
  if (screen && id === undefined && (!screen.permission || may(screen.permission))) {
    return <screen.Screen />;
  }
  if (first === "team" && id === "invite" && may("team:w")) return <InviteScreen />;
  if (first === "guide" && may("api-keys:w")) return <Guide step={id} />;
  const kind = KINDS.find(({ collection }) => collection === first);
  if (kind && may(kind.permission)) {
    if (id === undefined) return <ItemList kind={kind} />;
    if (id === "import" && kind.hasImport && may(`${kind.permission}:w`))
      return <ImportConsumers />;
    if (id === "new" && may(`${kind.permission}:w`)) return <NewItem kind={kind} />;
    if (id !== "new") return <ItemDetail kind={kind} id={id} />;
  }
  return <Nowhere />;
}

function Nowhere() {
  return (
    <Page title="There is nothing here">
      <p class="empty">
        The address is wrong, or you may not see this page. <a href="#/">Go to the overview</a>
      </p>
    </Page>
  );
}
