import { type Certificate, EXPIRY_WARNING_MS } from "../api/types.ts";
import { Badge } from "../parts/badge.tsx";

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

type ValidityProps = Pick<Certificate, "notAfter">;

/** Whether its end is near or past. */
export function isEnding({ notAfter }: ValidityProps): boolean {
  return Date.parse(notAfter) - Date.now() <= EXPIRY_WARNING_MS;
}

/** How it stands with a certificate's year. After it, the certificate goes on being served. */
export function Validity({ notAfter }: ValidityProps) {
  const end = Date.parse(notAfter);
  const left = end - Date.now();
  const date = DATE.format(end);
  if (left <= 0) return <Badge tone="bad">Expired on {date}</Badge>;
  if (left <= EXPIRY_WARNING_MS) return <Badge tone="attention">Ends on {date}</Badge>;
  return <Badge tone="good">Valid until {date}</Badge>;
}

/** What follows from it, where something does. */
export function ValidityAdvice({ notAfter }: ValidityProps) {
  if (!isEnding({ notAfter })) return null;
  const left = Date.parse(notAfter) - Date.now();
  return (
    <p class="hint">
      {left <= 0
        ? "It is still served and still signs. Rotate it."
        : "It goes on being served and signing after that. Rotate it all the same."}
    </p>
  );
}
