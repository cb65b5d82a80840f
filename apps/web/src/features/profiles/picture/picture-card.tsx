import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconCamera, IconEye } from '@tabler/icons-react';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { Portrait } from './portrait.tsx';
import { usePicture } from './use-picture.ts';
import type { PictureOf } from './use-picture.ts';
import classes from './picture-card.module.css';

const sizeOf = ({ size }: File): string =>
  size < 1_000_000 ? `${Math.ceil(size / 1024)} KB` : `${(size / 1_048_576).toFixed(1)} MB`;

interface PictureCardProps extends PictureOf {
  /** Whose picture it is, for those who do not see it. */
  readonly name: string;
}

/** A person's picture and the way to another one: pick, look, save. */
export const PictureCard = ({ name, ...of }: PictureCardProps) => {
  const picture = usePicture(of);
  const { sources, selected, busy, problem, saved } = picture;
  const input = useRef<HTMLInputElement>(null);
  const change = useRef<HTMLButtonElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  // The button that was pressed has gone: the next one takes the focus.
  const was = useRef(selected);
  useEffect(() => {
    if (was.current === selected) return;
    was.current = selected;
    (selected ? save : change).current?.focus();
  }, [selected]);

  return (
    <Card className={classes['card']}>
      <div className={classes['frame']} data-preview={selected !== null || undefined}>
        <Portrait
          sources={sources}
          alt={selected ? 'The picture you selected' : `Profile picture of ${name}`}
          className={classes['portrait']}
        />
        {selected && (
          <span className={classes['tag']}>
            <IconEye size={16} stroke={1.75} aria-hidden />
            Preview
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/jpg"
        aria-label="Profile image"
        disabled={busy}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) picture.pick(file);
          // The same file can be picked again.
          currentTarget.value = '';
        }}
      />
      {selected ? (
        <>
          <p className={classes['file']}>
            {selected.name} · {sizeOf(selected)}
          </p>
          <div className={classes['two']}>
            <Button size="md" variant="default" disabled={busy} onClick={picture.cancel}>
              Cancel
            </Button>
            <Button ref={save} size="md" disabled={busy} onClick={picture.save}>
              {busy ? 'Uploading...' : 'Save'}
            </Button>
          </div>
        </>
      ) : (
        <Button
          ref={change}
          size="md"
          variant="light"
          fullWidth
          leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          Change image
        </Button>
      )}
      {problem && <Banner kind="error">{problem}</Banner>}
      {saved && (
        <Banner kind="success" autoHideMs={3000} onDismiss={picture.forgetSaved}>
          Profile image updated successfully!
        </Banner>
      )}
      <p className={classes['hint']}>JPEG or PNG, at most 2 MB</p>
    </Card>
  );
};
