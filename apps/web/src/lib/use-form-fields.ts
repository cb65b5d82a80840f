import { useEffect, useRef, useState } from 'react';
import { errorText, fieldErrors } from './error-text.ts';
import { useSessionHold } from './use-session-hold.ts';

/** Messages by field, false for none; `true` marks a field whose message is shown above the form. */
export type FieldProblems<Values> = Partial<Record<keyof Values, string | boolean | undefined>>;

const firstField = 'input:enabled:not([hidden]), textarea:enabled';

/**
 * The values of a form and their errors. A field's error disappears when it is changed, and typed values
 * survive the end of the session. Settings survive `clear`, too. Once the form is no longer busy, focus goes to the first field after
 * `clear`, and to the first invalid one (or else the button) after `refuse`.
 */
export const useFormFields = <Values extends Readonly<Record<string, string>>>(
  blank: Values,
  busy: boolean,
  initial: Values = blank,
  settings: readonly string[] = [],
) => {
  const form = useRef<HTMLFormElement>(null);
  const focusNext = useRef('');
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldProblems<Values>>({});

  const set = (name: keyof Values) => (text: string) => {
    setValues((now) => ({ ...now, [name]: text }));
    setErrors((now) => ({ ...now, [name]: undefined }));
  };
  /** Props of a text field, a select or a date field. */
  const fieldProps = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value),
  });
  /** The same for fields whose callback receives the text itself. */
  const textProps = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onText: set(name),
  });

  /** The same for a checkbox, whose text is `yes` or `no`. */
  const checkboxProps = (name: keyof Values & string) => ({
    name,
    checked: values[name] === 'yes',
    error: errors[name],
    onChange: (event: { currentTarget: { checked: boolean } }) =>
      set(name)(event.currentTarget.checked ? 'yes' : 'no'),
  });

  const refuse = (problems: FieldProblems<Values>): void => {
    focusNext.current = '[aria-invalid="true"], button[data-invalid], [type="submit"]';
    setErrors(problems);
  };
  /** Maps the API's `audience.year` to the form's `year`. */
  const fieldOf = (path: string): string => (path in blank ? path : (path.split('.').at(-1) ?? ''));
  /** Marks the fields a refusal names; returns the message for the whole form, blank if it named a field. */
  const refuseBy = (error: unknown, fallback: string): string => {
    const problems = Object.fromEntries(
      Object.entries(fieldErrors(error)).map(([path, text]) => [fieldOf(path), text]),
    );
    refuse(problems as FieldProblems<Values>);
    return Object.keys(problems).some((name) => name in blank) ? '' : errorText(error, fallback);
  };
  const focusFirst = (): void => {
    focusNext.current = firstField;
  };
  /** Removes errors of fields that are valid again. */
  const clearErrors = (names: readonly string[]): void => {
    if (names.some((name) => errors[name]))
      setErrors((now) => ({
        ...now,
        ...Object.fromEntries(names.map((name) => [name, undefined])),
      }));
  };
  const clear = (to = blank): void => {
    focusFirst();
    const kept = settings.map((name) => [name, values[name]]);
    setValues({ ...to, ...Object.fromEntries(kept) });
    setErrors({});
    // Also clears input the browser could not parse, which `values` does not contain.
    form.current?.reset();
  };
  useEffect(() => {
    if (busy || !focusNext.current) return;
    const { activeElement } = document;
    // Does not take the focus from somebody who has moved on and is typing elsewhere.
    if (activeElement?.contains(form.current) || form.current?.contains(activeElement))
      form.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = '';
  });

  useSessionHold(
    Object.keys(blank).some((name) => !settings.includes(name) && values[name] !== blank[name]),
  );

  return {
    form,
    values,
    fieldProps,
    textProps,
    checkboxProps,
    refuse,
    refuseBy,
    clearErrors,
    clear,
    focusFirst,
  };
};
