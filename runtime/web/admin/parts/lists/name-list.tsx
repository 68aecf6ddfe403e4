interface NameListProps {
  readonly names: readonly string[];
}

/** The names of a few items. */
export function NameList({ names }: NameListProps) {
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
