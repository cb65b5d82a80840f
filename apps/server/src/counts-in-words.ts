const list = new Intl.ListFormat('en-GB');

/** Such as "2 exams and 1 assignment"; leaves out zeros, so it may be empty. */
export const countsInWords = (
  counts: readonly (readonly [count: number, one: string, many?: string])[],
): string =>
  list.format(
    counts
      .filter(([count]) => count > 0)
      .map(
        ([count, one, many = `${one}s`]) =>
          `${count.toLocaleString('en')} ${count === 1 ? one : many}`,
      ),
  );
