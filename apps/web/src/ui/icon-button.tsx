import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface IconButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  readonly icon: Icon;
}

/** A button with an icon before its words. */
export const IconButton = ({ icon: Drawn, ...props }: IconButtonProps) => (
  <Button leftSection={<Drawn size={18} stroke={1.75} aria-hidden />} {...props} />
);
