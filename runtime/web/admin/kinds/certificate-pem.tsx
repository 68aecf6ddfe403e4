import type { Certificate } from "../api/types.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Card } from "../parts/page.tsx";

interface PemProps {
  readonly item: Certificate;
}

/** The certificate as partners receive it. */
export function CertificatePem({ item: { name, publicCertificate } }: PemProps) {
  return (
    <Card
      title="Public certificate"
      about="The partner receives it and verifies consumer tokens with it. It is not secret."
    >
      <pre>
        <code>{publicCertificate}</code>
      </pre>
      <div class="actions">
        <CopyButton text={publicCertificate} what="public certificate" />
        <button type="button" class="small" onClick={() => download({ name, publicCertificate })}>
          Download
        </button>
      </div>
    </Card>
  );
}

function download({ name, publicCertificate }: Pick<Certificate, "name" | "publicCertificate">) {
  const file = new Blob([publicCertificate], { type: "application/x-pem-file" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.pem`;
  link.click();
  URL.revokeObjectURL(link.href);
}
