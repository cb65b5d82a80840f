import type { Settings } from '@campus/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface PartFormProps {
  readonly settings: Settings;
  readonly onClose: () => void;
}

interface SettingsCardProps {
  readonly title: string;
  /** On the button, since several stand on the page: `Edit institution`. */
  readonly edit: string;
  readonly children: ReactNode;
  readonly settings: Settings;
  readonly form: ComponentType<PartFormProps>;
}

/** A part of the settings as it is, and the way to change it. */
export const SettingsCard = (props: SettingsCardProps) => {
  const { title, edit, settings, form: Form, children } = props;
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <Card
      title={title}
      actions={
        <Button
          variant="light"
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          {edit}
        </Button>
      }
    >
      {children}
      <Dialog opened={opened} onClose={close} title={title}>
        <Form settings={settings} onClose={close} />
      </Dialog>
    </Card>
  );
};
