interface RowLinkProps {
  readonly href: string;
  readonly text: string;
}

/** The link of a row in a table, which covers the row. */
export function RowLink({ href, text }: RowLinkProps) {
  return (
    <a class="row-link" href={href}>
      <bdi title={text}>{text}</bdi>
    </a>
  );
}
