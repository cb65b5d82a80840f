const list = new Intl.ListFormat('en-GB');

/** How much there is of each: "2 exams and 1 assignment". Blank where there is nothing. */
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
