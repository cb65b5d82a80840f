import { Button } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

interface FileButtonProps {
  /** Of the input; its label has the id `${id}-label`. */
  readonly id: string;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly disabled: boolean;
  readonly size?: 'sm';
  readonly leftSection?: ReactNode;
  /** The id of what describes it beside the label. */
  readonly describedBy?: string;
  /** With at least one. */
  readonly onChoose: (files: readonly [File, ...File[]]) => void;
  readonly children: ReactNode;
}

/** A file input, which has no look of its own, and the button that opens it. */
export const FileButton = (props: FileButtonProps) => {
  const { id, accept, multiple = false, disabled, describedBy, onChoose, ...button } = props;
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
        disabled={disabled}
        aria-describedby={[`${id}-label`, describedBy].filter(Boolean).join(' ')}
        onClick={() => input.current?.click()}
        {...button}
      />
    </>
  );
};
