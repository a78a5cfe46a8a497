/** Small steps that are chosen and not yet sent: they go one by one, each after the view has answered the last. */
import type { upturn } from "../../wire";

type Step = upturn.Tuck | upturn.Give;

export class Steps {
  chosen: readonly Step[] = $state.raw([]);
  sending = $state(false);
  private sentAt: upturn.View | null = null;

  add(step: Step): void {
    this.chosen = [...this.chosen, step];
  }

  /** Take back the last step, or the last one that is such. */
  drop(such: (step: Step) => boolean = () => true): void {
    const at = this.chosen.findLastIndex(such);
    this.chosen = this.chosen.filter((_, other) => other !== at);
  }

  clear(): void {
    this.chosen = [];
    this.sending = false;
  }

  send(): void {
    this.sending = true;
    this.sentAt = null;
  }

  /** The next step, as the view offers it, once for each view. */
  next(view: upturn.View): upturn.Intent | null {
    if (!this.sending || view === this.sentAt) return null;
    const [step, ...rest] = this.chosen;
    const offer = step && view.legal.find((intent) => JSON.stringify(intent) === JSON.stringify(step));
    if (!offer) {
      this.clear();
      return null;
    }
    this.chosen = rest;
    this.sentAt = view;
    if (!rest.length) this.sending = false;
    return offer;
  }
}
