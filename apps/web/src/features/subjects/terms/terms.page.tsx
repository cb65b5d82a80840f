import { useState } from 'react';
import type { Term } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../../lib/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { notifySuccess } from '../../../ui/toasts.tsx';
import { UntilLoaded } from '../../../ui/until-loaded.tsx';
import { TermDialog } from './term-dialog.tsx';
import { TermsList } from './terms-list.tsx';
import { openTerm, termsOptions } from './terms.api.ts';
import classes from './terms.module.css';

/** Planning terms, opening the first one, and the way to closing the open one. */
const TermsPage = () => {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(termsOptions);
  const [editing, setEditing] = useState<Term | 'new' | null>(null);
  const [opening, setOpening] = useState<Term | null>(null);
  const open = useMutation({
    mutationFn: openTerm,
    onSuccess: ({ name }) => notifySuccess(`${name} is open.`),
    onSettled: async () => {
      setOpening(null);
      await client.invalidateQueries();
    },
  });

  const content = () => {
    if (!data)
      return (
        <UntilLoaded
          query={{ error, refetch }}
          loading="Loading terms..."
          failed="The terms could not be loaded"
          flush
        >
          <SkeletonRows rows={4} columns={5} />
        </UntilLoaded>
      );
    if (data.length === 0)
      return (
        <EmptyState
          icon={<IconCalendarTime stroke={1.75} />}
          text="No terms yet. Plan one, then open it: subjects belong to the open term."
        />
      );
    return (
      <TermsList
        terms={data}
        busy={open.isPending}
        onEdit={setEditing}
        onOpen={(term) => {
          open.reset();
          setOpening(term);
        }}
      />
    );
  };

  return (
    <>
      <PageHead
        title="Terms"
        line="One term is open at a time. Closing it opens the next."
        actions={
          <Button
            leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setEditing('new')}
          >
            Plan Term
          </Button>
        }
      />
      {open.isError && (
        <div className={classes['notice']}>
          <Banner kind="error" onDismiss={() => open.reset()}>
            {errorText(open.error, 'The term could not be opened. Please try again.')}
          </Banner>
        </div>
      )}
      <Card flush>{content()}</Card>
      <TermDialog editing={editing} onClose={() => setEditing(null)} />
      <ConfirmDialog
        opened={opening !== null}
        onClose={() => setOpening(null)}
        title={opening ? `Open ${opening.name}?` : 'Open'}
        confirmLabel="Open Term"
        busy={open.isPending}
        onConfirm={() => opening && open.mutate(opening.id)}
      >
        New subjects belong to it from now on. It stays open until it is closed.
      </ConfirmDialog>
    </>
  );
};

export default TermsPage;
