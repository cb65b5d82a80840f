/**
 * Names of the fields whose text the browser can read neither as a date nor as a number. It hands
 * such a field out as blank, so without this check what was typed would be lost without a word.
 */
export const unreadableFields = (form: HTMLFormElement): readonly string[] =>
  [...form.elements]
    .filter((field) => field instanceof HTMLInputElement && field.validity.badInput)
    .map((field) => (field as HTMLInputElement).name);
