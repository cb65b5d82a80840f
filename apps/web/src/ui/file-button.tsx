import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, type Ref, useRef } from 'react';
import classes from './file-button.module.css';

interface FileButtonProps extends ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Of the input, whose label has the id `${id}-label`. */
  readonly id?: string;
  /** Names the input where nothing on screen does. */
  readonly label?: string;
  readonly accept: string;
  readonly multiple?: boolean;
  /** Why what was chosen cannot be taken, or that nothing was; blank for nothing. Needs the id. */
  readonly error?: string;
  /** The id of what describes it beside the label. */
  readonly describedBy?: string;
  /** With at least one. */
  readonly onChoose: (files: readonly [File, ...File[]]) => void;
  readonly children: ReactNode;
}

/** A file input, which has no look of its own, and the button that opens it. */
export const FileButton = (props: FileButtonProps) => {
  const {
    id,
    label,
    accept,
    multiple = false,
    error = '',
    describedBy,
    onChoose,
    ...button
  } = props;
  const { disabled = false } = button;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const [first, ...others] = event.currentTarget.files ?? [];
          // Without this the same file, corrected, could not be chosen again.
          event.currentTarget.value = '';
          if (first) onChoose([first, ...others]);
        }}
      />
      <Button
        variant="default"
        data-invalid={error !== '' || undefined}
        aria-describedby={
          [id && `${id}-label`, describedBy, error && `${id}-error`].filter(Boolean).join(' ') ||
          undefined
        }
        onClick={() => input.current?.click()}
        {...button}
      />
      {error !== '' && (
        <p id={`${id}-error`} className={classes['error']} role="alert">
          {error}
        </p>
      )}
    </>
  );
};
