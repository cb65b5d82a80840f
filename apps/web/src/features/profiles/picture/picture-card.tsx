import { profileImageProblem, profiles, sizeInWords } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCamera, IconEye } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { May } from '../../../lib/may-call.tsx';
import { call } from '../../../lib/call.ts';
import { serverText } from '../../../lib/error-text.ts';
import { storeImage, useStoredImage } from '../../../lib/stored-image.ts';
import { useSessionHold } from '../../../lib/use-session-hold.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/page.tsx';
import { dataUrlOf, imageKeys, imageOptions, type Kind } from '../profiles.api.ts';
import { Portrait } from './portrait.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import classes from './picture-card.module.css';

interface PictureSubject {
  readonly kind: Kind;
  readonly email: string;
  /** `stuImage` or `teacherImage` of the profile: null or empty when there is no image to fetch. */
  readonly marker: string | null | undefined;
  /** Whether it is the signed-in person's own image, which is kept in this browser. */
  readonly own: boolean;
  /**
   * Called with the marker of a newly stored image, to update the person's loaded data. The preview stays until its
   * promise resolves.
   */
  readonly onStored: (marker: string) => unknown;
}

interface Selection {
  readonly file: File;
  readonly url: string;
}

const fetchOptions = (error: unknown): void =>
  console.warn(
    'The profile image could not be fetched; the one kept in the browser is used.',
    error,
  );

/** A person's image from the server; until it is loaded, their own image kept in this browser. */
const useImage = ({ kind, email, marker, own }: PictureSubject) => {
  const key = imageKeys[kind];
  const kept = useStoredImage(key);
  const options = imageOptions({ kind, email, marker: marker ?? '' });
  const { data: fresh, error } = useQuery({ ...options, enabled: Boolean(marker) });
  useEffect(() => {
    if (own && fresh) storeImage(key, fresh);
  }, [own, key, fresh]);
  useEffect(() => {
    if (error) fetchOptions(error);
  }, [error]);
  /** Reverts to the server's image. */
  const restore = (): void => {
    if (!own) return;
    if (!marker) storeImage(key, null);
    else if (fresh) storeImage(key, fresh);
  };
  return {
    // What another window has kept meanwhile is newer than what was fetched here.
    sources: [own ? kept : '', fresh].filter((source) => source !== undefined && source !== ''),
    restore,
  };
};

/** Chooses, previews and saves a profile image. */
const usePicture = (picture: PictureSubject) => {
  const { kind, email, own, onStored } = picture;
  const client = useQueryClient();
  const { sources, restore } = useImage(picture);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => () => URL.revokeObjectURL(selection?.url ?? ''), [selection]);
  useSessionHold(selection !== null);

  const upload = useMutation({
    mutationFn: async ({ file }: Selection) => {
      const form = new FormData();
      form.set('email', email);
      form.set('image', file);
      const marker =
        kind === 'student'
          ? (await call(profiles.uploadStudentImage, { form })).stuImage
          : (await call(profiles.uploadFacultyImage, { form })).teacherImage;
      // It is stored. If the server's version of it cannot be fetched, the chosen file stands in.
      await client
        .fetchQuery({ ...imageOptions({ kind, email, marker }), retry: false })
        .catch(async (error: unknown) => {
          fetchOptions(error);
          if (own) storeImage(imageKeys[kind], await dataUrlOf(file));
        });
      return marker;
    },
    onSuccess: async (marker) => {
      await onStored(marker);
      setSelection(null);
    },
    onError: (error) => setProblem(serverText(error, 'Failed to upload image. Please try again.')),
  });

  const pick = (file: File): void => {
    upload.reset();
    const wrong = profileImageProblem(file);
    setProblem(wrong ?? '');
    setSelection(wrong === null ? { file, url: URL.createObjectURL(file) } : null);
  };
  const save = (): void => {
    if (!selection || upload.isPending) return;
    setProblem('');
    upload.mutate(selection);
  };
  const cancel = (): void => {
    setSelection(null);
    setProblem('');
    restore();
  };

  return {
    /** What can be shown, best first. */
    sources: selection ? [selection.url] : sources,
    selected: selection?.file ?? null,
    busy: upload.isPending,
    problem,
    saved: upload.isSuccess,
    pick,
    save,
    cancel,
    forgetSaved: upload.reset,
  };
};

interface PictureCardProps extends PictureSubject {
  /** The person's name, for those who cannot see the picture. */
  readonly name: string;
}

/** A person's picture, which can be changed: pick, preview, save. */
export const PictureCard = ({ name, ...of }: PictureCardProps) => {
  const picture = usePicture(of);
  const { sources, selected, busy, problem, saved } = picture;
  const change = useRef<HTMLButtonElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  // Its focused element was removed; the next button takes the focus.
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
      {selected ? (
        <>
          <p className={classes['file']}>
            {selected.name} · {sizeInWords(selected.size)}
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
        <May
          call={of.kind === 'student' ? profiles.uploadStudentImage : profiles.uploadFacultyImage}
        >
          <FileButton
            ref={change}
            label="Profile image"
            accept="image/jpeg,image/png,image/jpg"
            size="md"
            variant="light"
            fullWidth
            leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
            disabled={busy}
            error={problem}
            onChoose={([file]) => picture.pick(file)}
          >
            Change image
          </FileButton>
        </May>
      )}
      {problem && selected && <Banner kind="error">{problem}</Banner>}
      {saved && (
        <Banner kind="success" autoHideMs={3000} onDismiss={picture.forgetSaved}>
          Profile image updated successfully!
        </Banner>
      )}
      <p className={classes['hint']}>JPEG or PNG, at most 2 MB</p>
    </Card>
  );
};
