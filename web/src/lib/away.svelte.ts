/** Who has been away for so long that the table need not wait any more. */
import type { TableView } from "../wire";

const LONG_MS = 60_000;
const LOOK_MS = 1000;

export class Away {
  /** People, by id. */
  long: ReadonlySet<string> = $state.raw(new Set());
  private readonly since = new Map<string, number>();

  /** Looks at the table again and again, as long as the component lives that has made it. */
  constructor(info: () => TableView | null) {
    $effect(() => {
      const people = info()?.people ?? [];
      this.look(people);
      const timer = setInterval(() => this.look(people), LOOK_MS);
      return () => clearInterval(timer);
    });
  }

  private look(people: TableView["people"]): void {
    const now = performance.now(); // it never steps
    for (const { id, present } of people) {
      if (present) this.since.delete(id);
      else if (!this.since.has(id)) this.since.set(id, now);
    }
    const long = people.filter(({ id }) => now - (this.since.get(id) ?? now) >= LONG_MS).map(({ id }) => id);
    if (long.join() !== [...this.long].join()) this.long = new Set(long);
  }
}
