/** How cells of the board are called inside a sentence; cards are written as they are anywhere. */
import { part } from "../../lib/sentences";
import type { Language } from "../../lib/settings.svelte";
import { cellWords } from "./places";

export function said(written: string, language: Language): string | null {
  return cellWords(written, language, part) ?? null;
}
