import { useSendWaiting } from './use-send-waiting.ts';

/** Submissions that waited for the network go out while this is on a page; it shows nothing. */
export default function SendWaiting({ person }: { readonly person: string }) {
  useSendWaiting(person);
  return null;
}
