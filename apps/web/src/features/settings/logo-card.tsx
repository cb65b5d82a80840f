import { logoProblem, type Settings, settings } from '@campus/contract';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { logoAddress } from '../../lib/institution.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { readAfterConflict, showSettings } from './settings.api.ts';
import classes from './settings.module.css';

/** The logo, stored as soon as a file is chosen. */
export const LogoCard = ({ settings: now }: { readonly settings: Settings }) => {
  const [problem, setProblem] = useState('');
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (file: File | null) => {
      const seen = now.version;
      if (!file) return call(settings.removeLogo, { seen });
      const form = new FormData();
      form.append('image', file);
      return call(settings.uploadLogo, { form, seen });
    },
    onSuccess: (stored) => showSettings(client, stored),
    onError: (error) => {
      readAfterConflict(client, error);
      setProblem(errorText(error, 'The logo could not be saved. Please try again.'));
    },
    onSettled: () => setRemoving(false),
  });
  const { logo } = now.institution;
  const store = (file: File | null): void => {
    const wrong = file && logoProblem(file);
    setProblem(wrong ?? '');
    if (!wrong) change.mutate(file);
  };
  return (
    <Card title="Logo">
      <div className={classes['logo']}>
        {logo ? (
          <img src={logoAddress(logo)} alt="Logo of the institution" />
        ) : (
          <p>There is no logo yet. The mark of Campus stands in its place.</p>
        )}
      </div>
      <div className={classes['buttons']}>
        <FileButton
          label="Logo"
          accept="image/jpeg,image/png"
          variant="light"
          leftSection={<IconPhoto size={18} stroke={1.75} aria-hidden />}
          disabled={change.isPending}
          onChoose={([file]) => store(file)}
        >
          {change.isPending ? 'Uploading...' : logo ? 'Change logo' : 'Choose logo'}
        </FileButton>
        {logo && (
          <IconButton
            icon={IconTrash}
            variant="subtle"
            color="brick"
            disabled={change.isPending}
            onClick={() => setRemoving(true)}
          >
            Remove logo
          </IconButton>
        )}
      </div>
      {problem && <Banner kind="error">{problem}</Banner>}
      <p className={classes['hint']}>
        JPEG or PNG, at most 2 MB. Everybody can see it, also before signing in.
      </p>
      <ConfirmDialog
        opened={removing}
        title="Remove logo"
        confirmLabel="Remove"
        busy={change.isPending}
        onConfirm={() => store(null)}
        onClose={() => setRemoving(false)}
      >
        The logo disappears from every screen. You can choose another one at any time.
      </ConfirmDialog>
    </Card>
  );
};
