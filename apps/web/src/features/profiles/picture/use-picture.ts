import { useEffect, useState } from 'react';
import { profileImageProblem } from '@campus/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverText } from '../../../lib/error-text.ts';
import { storeImage, useStoredImage } from '../../../lib/stored-image.ts';
import { dataUrlOf, imageKeys, imageOptions, uploadImage } from '../profiles.api.ts';
import type { Kind } from '../profiles.api.ts';

export interface PictureOf {
  readonly kind: Kind;
  readonly email: string;
  /** `stuImage` or `teacherImage` of the profile: null, or empty, when there is no image to ask for. */
  readonly marker: string | null | undefined;
  /** The image is the signed-in person's own and kept in this browser. */
  readonly own: boolean;
  /**
   * A new image is stored: its marker belongs into what was loaded of the person. The preview stays
   * until that is done.
   */
  readonly onStored: (marker: string) => unknown;
}

interface Selection {
  readonly file: File;
  readonly url: string;
}

const stale = (error: unknown): void =>
  console.warn(
    'The profile image could not be fetched; the one kept in the browser is used.',
    error,
  );

/** The image of a person as the server has it; what is kept in the browser stands in for it. */
const useImage = ({ kind, email, marker, own }: PictureOf) => {
  const key = imageKeys[kind];
  const kept = useStoredImage(key);
  const options = imageOptions({ kind, email, marker: marker ?? '' });
  const { data: fresh, error } = useQuery({ ...options, enabled: Boolean(marker) });
  useEffect(() => {
    if (own && fresh) storeImage(key, fresh);
  }, [own, key, fresh]);
  useEffect(() => {
    if (error) stale(error);
  }, [error]);
  /** Back to what the server has. */
  const restore = (): void => {
    if (!own) return;
    if (!marker) storeImage(key, null);
    else if (fresh) storeImage(key, fresh);
  };
  return {
    sources: [fresh, own ? kept : ''].filter((source) => source !== undefined && source !== ''),
    restore,
  };
};

/** Choosing, looking at, and saving a profile image. */
export const usePicture = (picture: PictureOf) => {
  const { kind, email, own, onStored } = picture;
  const client = useQueryClient();
  const { sources, restore } = useImage(picture);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [problem, setProblem] = useState('');
  const [saved, setSaved] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(selection?.url ?? ''), [selection]);

  const upload = useMutation({
    mutationFn: async ({ file }: Selection) => {
      const marker = await uploadImage(kind, email, file);
      // It is stored. Whatever becomes of fetching it as the server made it, what was chosen is it.
      await client
        .fetchQuery({ ...imageOptions({ kind, email, marker }), retry: false })
        .catch(async (error: unknown) => {
          stale(error);
          if (own) storeImage(imageKeys[kind], await dataUrlOf(file));
        });
      return marker;
    },
    onSuccess: async (marker) => {
      await onStored(marker);
      setSelection(null);
      setSaved(true);
    },
    onError: (error) => setProblem(serverText(error, 'Failed to upload image. Please try again.')),
  });

  const pick = (file: File): void => {
    setSaved(false);
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
    /** What can be shown, the best first. */
    sources: selection ? [selection.url] : sources,
    selected: selection?.file ?? null,
    busy: upload.isPending,
    problem,
    saved,
    pick,
    save,
    cancel,
    forgetSaved: () => setSaved(false),
  };
};
