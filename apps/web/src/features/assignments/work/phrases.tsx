import { handInLimits, handIns } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { call } from '../../../lib/call.ts';
import { useReply } from '../../../lib/query.ts';
import { IconButton } from '../../../ui/actions.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import classes from './work.module.css';

interface PhrasesProps {
  readonly onChoose: (phrase: string) => void;
  readonly onEdit: () => void;
}

/** The person's own phrases, each a button that adds it to a comment. */
export const Phrases = ({ onChoose, onEdit }: PhrasesProps) => {
  const phrases = useReply(handIns.readPhrases);
  if (!phrases.data) return null;
  return (
    <fieldset aria-label="Your phrases" className={classes['phrases']}>
      {phrases.data.map((phrase) => (
        <Button key={phrase} size="compact-sm" variant="default" onClick={() => onChoose(phrase)}>
          {phrase}
        </Button>
      ))}
      <IconButton size="compact-sm" variant="subtle" icon={IconPencil} onClick={onEdit}>
        {phrases.data.length > 0 ? 'Change phrases' : 'Keep phrases for comments'}
      </IconButton>
    </fieldset>
  );
};

const names = Array.from({ length: handInLimits.phrases }, (_, index) => `phrase ${index + 1}`);

/** Edits the person's phrases, which are shared by all their devices. */
export const PhrasesForm = () => {
  const phrases = useReply(handIns.readPhrases).data ?? [];
  const form = useForm({
    draftKey: 'phrases',
    initial: Object.fromEntries(names.map((name, at) => [name, phrases[at] ?? ''])),
    send: (values) => {
      const all = names.flatMap((name) => values[name]?.trim() || []);
      return call(handIns.setPhrases, { body: { phrases: [...new Set(all)] } });
    },
    done: () => 'Your phrases are saved.',
    refreshes: [handIns.readPhrases.path],
    failed: 'The phrases could not be saved. Please try again.',
    alwaysShowsMessage: true,
  });
  return (
    <DialogForm {...form.props} action="Save">
      {names.map((name, at) => (
        <TextField
          key={name}
          label={`Phrase ${at + 1}`}
          maxLength={handInLimits.phrase}
          {...form.fieldProps(name)}
        />
      ))}
    </DialogForm>
  );
};
