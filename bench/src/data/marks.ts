/**
 * The mark of a class's nth student at a turn: half of the class is present, and the halves change
 * places from one turn to the next, so that each submission changes every mark.
 */
export const isPresent = (index: number, turn: number): boolean => (index + turn) % 2 === 0;
