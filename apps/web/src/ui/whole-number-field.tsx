import { TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import classes from './whole-number-field.module.css';

interface WholeNumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly min: number;
}

/**
 * A number field. It is no native one, because browsers drop characters there: 12,5 becomes 125. Typed text is
 * kept: the form and the server refuse what is out of bounds or no whole number. Check `unreadableFields`
 * before sending.
 */
export const WholeNumberField = (props: WholeNumberFieldProps) => {
  const { value, onText, min, max = Infinity, error, disabled, ...others } = props;
  const input = useRef<HTMLInputElement>(null);
  const now = Number.parseInt(value, 10);
  const step = (by: 1 | -1) => () => {
    onText(String(Number.isNaN(now) ? min : Math.min(Number(max), Math.max(min, now + by))));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1)();
  };
  const control = (label: string, by: 1 | -1, Icon: typeof IconChevronUp) => (
    // The field's arrow keys do the same, so these are for the pointer only.
    <button
      type="button"
      className={classes['step']}
      tabIndex={-1}
      aria-hidden
      disabled={disabled ?? false}
      data-step={label}
      onClick={step(by)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </button>
  );
  return (
    <TextInput
      {...others}
      ref={input}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the tag drops characters
      role="spinbutton"
      inputMode="numeric"
      pattern="-?\d*"
      autoComplete="off"
      min={min}
      aria-valuemin={min}
      {...(!Number.isNaN(now) && { 'aria-valuenow': now, 'aria-valuetext': value })}
      error={error}
      disabled={disabled ?? false}
      value={value}
      onChange={(event) => onText(event.currentTarget.value.trim())}
      onKeyDown={onKeyDown}
      rightSectionWidth={error ? 58 : 28}
      rightSection={
        <span className={classes['side']}>
          {error && (
            <IconAlertCircle size={18} stroke={1.75} color="var(--campus-danger)" aria-hidden />
          )}
          <span className={classes['steps']}>
            {control('up', 1, IconChevronUp)}
            {control('down', -1, IconChevronDown)}
          </span>
        </span>
      }
    />
  );
};
