import { type Certificate, EXPIRY_WARNING_MS } from "../api/types.ts";
import { Badge } from "../parts/badge.tsx";

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

type ValidityProps = Pick<Certificate, "notAfter">;

/** Returns whether the certificate expires soon or has expired. */
export function isEnding({ notAfter }: ValidityProps): boolean {
  return Date.parse(notAfter) - Date.now() <= EXPIRY_WARNING_MS;
}

/** Shows the validity of a certificate. An expired certificate is still served. */
export function Validity({ notAfter }: ValidityProps) {
  const end = Date.parse(notAfter);
  const left = end - Date.now();
  const date = DATE.format(end);
  if (left <= 0) return <Badge tone="bad">Expired on {date}</Badge>;
  if (left <= EXPIRY_WARNING_MS) return <Badge tone="attention">Ends on {date}</Badge>;
  return <Badge tone="good">Valid until {date}</Badge>;
}

/** Advises what to do, if anything. */
export function ValidityAdvice({ notAfter }: ValidityProps) {
  if (!isEnding({ notAfter })) return null;
  const left = Date.parse(notAfter) - Date.now();
  return (
    <p class="hint">
      {left <= 0
        ? "It is still served and still signs. Rotate it."
        : "It is still served and still signs after that. Rotate it anyway."}
    </p>
  );
}
