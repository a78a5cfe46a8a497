/** A tap on the prompt: it is said (again), or the page says why it cannot be. */
import type { Prompt } from "../tables/table";
import { say } from "./say";
import { voiceWords } from "./words";

export async function repeat({ title, detail }: Prompt, game: string, note: (text: string) => void): Promise<void> {
  const said = await say([title, detail].filter(Boolean).join(". "), "asked", game);
  if (!said) note(voiceWords().none);
}
