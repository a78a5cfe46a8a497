/** What people paste or type to come to a table: its link, the message that the link came in, or its code. */
import { CODE_LENGTH } from "../wire/shelf";

const LINK = /\/t\/([\w-]+)/;
const CODE = new RegExp(`\\b[A-Z0-9]{${CODE_LENGTH}}\\b`);

/** The table that a link in this text leads to, or null. */
export const tableIn = (text: string): string | null => LINK.exec(text)?.[1] ?? null;

/** The code in this text; what was typed by hand is left as it is, for the server reads it generously. */
export function codeIn(text: string): string {
  const typed = text.trim();
  return typed.length > 2 * CODE_LENGTH ? (CODE.exec(typed)?.[0] ?? typed) : typed;
}

/** A table's name as it stands in an address, without what was copied along: a space, the full stop of a sentence. */
export const named = (part: string): string => /^[\w-]+/.exec(part.trim())?.[0] ?? part;
