import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import classes from './drawer.module.css';

interface DrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The sidebar over the page. The browser's own dialog keeps the focus inside and closes on Escape. */
export const Drawer = ({ opened, onClose, children }: DrawerProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) dialog.current?.showModal();
    else dialog.current?.close();
  }, [opened]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside the drawer; the key for it is Escape
    <dialog
      ref={dialog}
      className={classes['drawer']}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {opened && children}
    </dialog>
  );
};
