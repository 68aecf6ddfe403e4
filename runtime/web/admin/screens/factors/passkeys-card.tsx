import { request } from "../../api/request.ts";
import type { Factors } from "../../api/types.ts";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { Card } from "../../parts/page.tsx";
import { useReveal } from "../../parts/reveal.tsx";
import { Passkeys } from "./passkeys.tsx";

/** The person's passkeys, as a part of the account page. */
export function PasskeysCard() {
  const reveal = useReveal();
  const factors = useLoad(
    async (signal) =>
      (await request<{ factors: Factors }>("/session/factors", { signal })).body.factors,
    [],
  );
  return (
    <Card
      title="Passkeys"
      about="A passkey signs you in with your fingerprint, face or PIN, without a password."
    >
      <Loaded from={factors}>
        {(value) => (
          <Passkeys
            factors={value}
            reload={factors.reload}
            onRecoveryCodes={(codes) =>
              reveal({
                title: "Your recovery codes",
                secrets: [{ label: "Recovery codes", value: codes.join("\n") }],
              })
            }
          />
        )}
      </Loaded>
    </Card>
  );
}
