import { useEffect, useRef, useState } from 'react';
import type { Draft } from './field-values.ts';
import { readSession } from './session.ts';
import { draftName, dropUnsent, keepSoon, keepUnsent, readUnsent, watchUnsent } from './unsent.ts';

/** What was typed into a form and not sent. */
interface KeptDraft {
  /** The fields that were touched. */
  readonly typed: Draft;
  /** The record as it was opened, where the server tells what others have changed since. */
  readonly seen?: { readonly opened: Draft; readonly version: number } | undefined;
}

interface StoredDraft extends KeptDraft {
  /** When it was begun, an instant. */
  readonly begun: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isTexts = (value: unknown): value is Draft =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** Null for what an earlier release has kept in another shape. */
const read = (person: string, name: string): StoredDraft | null => {
  const stored = readUnsent(person, name);
  if (!isRecord(stored)) return null;
  const { begun, typed, seen } = stored;
  if (typeof begun !== 'string' || !isTexts(typed)) return null;
  return isRecord(seen) && isTexts(seen['opened']) && typeof seen['version'] === 'number'
    ? { begun, typed, seen: { opened: seen['opened'], version: seen['version'] } }
    : { begun, typed };
};

/**
 * What is typed into a form, kept on this device until it is sent: for the person who is signed in, under
 * `keptAs`; null keeps nothing. Of two tabs with the same form the one that typed last keeps its text, and
 * the other one says so (`elsewhere`).
 */
export const useDraft = (keptAs: string | null) => {
  const [{ person, name, found }] = useState(() => {
    const email = readSession()?.email ?? '';
    const under = keptAs === null || email === '' ? null : draftName(keptAs);
    return { person: email, name: under, found: under === null ? null : read(email, under) };
  });
  /** Of what is offered back. */
  const [begun, setBegun] = useState(found?.begun ?? null);
  const [elsewhere, setElsewhere] = useState(false);
  const since = useRef(found?.begun);
  const last = useRef(JSON.stringify({ typed: found?.typed ?? {}, seen: found?.seen }));

  useEffect(
    () =>
      name === null
        ? undefined
        : watchUnsent(person, name, () => setElsewhere(readUnsent(person, name) !== null)),
    [person, name],
  );

  /** Without touched fields there is nothing to keep. */
  const keep = (draft: KeptDraft): void => {
    const isEmpty = Object.keys(draft.typed).length === 0;
    const text = JSON.stringify(isEmpty ? { typed: {} } : draft);
    if (name === null || elsewhere || text === last.current) return;
    last.current = text;
    if (isEmpty) return drop();
    const stored = { begun: (since.current ??= new Date().toISOString()), ...draft };
    keepSoon(() => {
      // Another tab may have signed out meanwhile: nothing of this person is kept any more.
      if (readSession()?.email === person) keepUnsent(person, name, stored);
    });
  };
  const drop = (): void => {
    since.current = undefined;
    setBegun(null);
    if (name !== null && !elsewhere && readUnsent(person, name) !== null) dropUnsent(person, name);
  };
  const takeOver = (): void => {
    last.current = '';
    setElsewhere(false);
  };
  return { found, begun, elsewhere, keep, drop, takeOver, settle: () => setBegun(null) };
};
