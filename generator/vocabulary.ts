/** Terms by number, in the order in which they came. */
export interface Vocabulary {
  readonly names: readonly string[];
  /** The number of a term; a new one gets the next. */
  numberOf(name: string): number;
  /** The numbers in the order of the terms: of their UTF-16 code units. */
  sorted(): readonly number[];
}

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  let sortedNames: readonly string[] = [];
  let sorted: readonly number[] = [];

  return {
    names,
    numberOf(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, names.length);
      return names.push(name) - 1;
    },
    sorted() {
      if (sorted.length < names.length) {
        // What is in order already takes next to no time to sort.
        sortedNames = [...sortedNames, ...names.slice(sorted.length)].sort();
        sorted = sortedNames.map((name) => numbers.get(name)!);
      }
      return sorted;
    },
  };
}
