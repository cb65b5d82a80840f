import { useEffect, useRef, useState } from 'react';
import type { Draft } from './field-values.ts';
import { readSession } from './session.ts';
import {
  deferWrite,
  draftName,
  removeUnsent,
  saveUnsent,
  readUnsent,
  watchUnsent,
} from './unsent.ts';

/** What was typed into a form and not sent. */
interface KeptDraft {
  /** The fields that were changed. */
  readonly typed: Draft;
  /** The record as it was opened, where the server reports what others have changed since. */
  readonly seen?: { readonly opened: Draft; readonly version: number } | undefined;
}

interface StoredDraft extends KeptDraft {
  /** When the draft was begun, as a timestamp. */
  readonly begun: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isTexts = (value: unknown): value is Draft =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** Null for drafts that an earlier release kept in another shape. */
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
 * Keeps what is typed into a form on this device until it is sent: for the signed-in person, under `draftKey`;
 * null keeps nothing. If two tabs show the same form, the text typed last is kept, and the other tab says so
 * (`inOtherTab`). Settings are kept, too, but alone they are nothing that was begun.
 */
export const useDraft = (draftKey: string | null, settings: readonly string[]) => {
  const [{ person, name, found }] = useState(() => {
    const email = readSession()?.email ?? '';
    const under = draftKey === null || email === '' ? null : draftName(draftKey);
    return { person: email, name: under, found: under === null ? null : read(email, under) };
  });
  const isBegun = (typed: Draft): boolean =>
    Object.keys(typed).some((field) => !settings.includes(field));
  const before = found && isBegun(found.typed) ? found.begun : undefined;
  /** When the draft being offered was begun. */
  const [begun, setBegun] = useState(before ?? null);
  const [inOtherTab, setInOtherTab] = useState(false);
  const since = useRef(before);
  const last = useRef(JSON.stringify({ typed: found?.typed ?? {}, seen: found?.seen }));

  useEffect(
    () =>
      name === null
        ? undefined
        : watchUnsent(person, name, () => setInOtherTab(readUnsent(person, name) !== null)),
    [person, name],
  );

  /** A draft without changed fields is dropped. */
  const keep = (draft: KeptDraft): void => {
    const isEmpty = Object.keys(draft.typed).length === 0;
    const text = JSON.stringify(isEmpty ? { typed: {} } : draft);
    if (name === null || inOtherTab || text === last.current) return;
    last.current = text;
    if (isEmpty) return drop();
    const stored = { begun: since.current ?? new Date().toISOString(), ...draft };
    since.current = isBegun(draft.typed) ? stored.begun : undefined;
    deferWrite(() => {
      // Another tab may have signed out meanwhile; then nothing of this person may be kept.
      if (readSession()?.email === person) saveUnsent(person, name, stored);
    });
  };
  const drop = (): void => {
    since.current = undefined;
    setBegun(null);
    if (name !== null && !inOtherTab && readUnsent(person, name) !== null)
      removeUnsent(person, name);
  };
  const takeOver = (): void => {
    last.current = '';
    setInOtherTab(false);
  };
  return { found, begun, inOtherTab, keep, drop, takeOver, settle: () => setBegun(null) };
};
