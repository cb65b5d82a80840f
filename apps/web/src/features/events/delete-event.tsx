import type { CalendarEntry } from '@campus/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../lib/error-text.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/toasts.tsx';
import { deleteEvent, eventsKey } from './events.api.ts';

interface DeleteEventProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly event: CalendarEntry | null;
}

/** Asks first: an event leaves everybody's calendar, also on their telephones. */
export const DeleteEvent = ({ opened, onClose, event }: DeleteEventProps) => {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteEvent,
    onSuccess: () => notifySuccess('Event deleted'),
    onError: (error) =>
      notifyError(errorText(error, 'The event could not be deleted. Please try again.')),
    onSettled: () => {
      onClose();
      void client.invalidateQueries({ queryKey: eventsKey });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete event?"
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => event && remove.mutate(event.id)}
    >
      “{event?.title}” is taken out of everybody’s calendar.
    </ConfirmDialog>
  );
};
