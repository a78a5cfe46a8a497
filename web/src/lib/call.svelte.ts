/** Whoever looks at something else is told that their turn has come since. */
export class Call {
  /** They knew it when they came here. */
  private known = $state(false);
  readonly isNew: boolean = $derived.by(() => this.calls() && !this.known);

  constructor(
    private readonly calls: () => boolean,
    known = calls,
  ) {
    this.known = known();
    $effect(() => {
      if (!calls()) this.known = false;
    });
  }
}
