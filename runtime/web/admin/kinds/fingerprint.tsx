import { withColons } from "../../../partner/tokens/fingerprint.ts";
import { Copyable } from "../parts/copyable.tsx";

interface FingerprintProps {
  /** In hexadecimal digits. */
  readonly fingerprint: string;
}

/** A fingerprint in the two forms in which people meet it. */
export function Fingerprint({ fingerprint }: FingerprintProps) {
  return (
    <>
      <Copyable text={fingerprint} what="fingerprint" />
      <p class="hint">As OpenSSL and browsers write it:</p>
      <Copyable text={withColons(fingerprint)} what="fingerprint with colons" />
    </>
  );
}
