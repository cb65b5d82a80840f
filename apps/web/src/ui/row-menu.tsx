import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDotsVertical } from '@tabler/icons-react';
import { useRef } from 'react';
import { type Needed, useMayCall } from '../lib/may-call.tsx';

export interface RowAction {
  readonly label: string;
  readonly disabled?: boolean | undefined;
  /** The call it makes; hidden from those who may not make it. */
  readonly needs?: Needed;
  /** It deletes or removes something. */
  readonly destructive?: true;
  readonly onClick: () => void;
}

interface RowMenuProps {
  /** "Actions for Emma". */
  readonly label: string;
  readonly actions: readonly RowAction[];
  /** In the header of a card. */
  readonly framed?: true;
}

/** Further actions behind a button with three dots. */
export const RowMenu = ({ label, actions: all, framed }: RowMenuProps) => {
  const may = useMayCall();
  const actions = all.filter(({ needs }) => !needs || may(needs));
  const button = useRef<HTMLButtonElement>(null);
  const Dots = framed ? IconDotsVertical : IconDots;
  if (actions.length === 0) return null;
  return (
    // Fixed: otherwise focusing it scrolls the page, and the menu moves away from under the finger.
    <Menu
      position="bottom-end"
      floatingStrategy="fixed"
      transitionProps={{ duration: 0 }}
      // Focuses the first item: a focusable placeholder is not allowed in a menu.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant={framed ? 'default' : 'subtle'}
          size={36}
          aria-label={label}
        >
          <Dots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label: text, disabled = false, destructive, onClick }) => (
          <Menu.Item
            key={text}
            disabled={disabled}
            {...(destructive && { c: 'var(--campus-danger-ink)' })}
            onClick={() => {
              // A dialog returns the focus to what had it before, but the menu item is gone by then.
              button.current?.focus();
              onClick();
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
