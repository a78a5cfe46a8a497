/** A review as it comes: asked for again and again until it is whole. */
import { told } from "../lib/coming";
import { http, Refused } from "../lib/http";
import type { Review } from "../wire/review";

const AGAIN = 1000;
/** Milliseconds before it is asked for again when nobody has answered, or a whole family asks from one address. */
const LATER = 5000;

/** It goes by by itself: the review is made all the same, and comes a little later. */
const passes = (error: unknown) =>
  error instanceof Refused && (error.refusal.reason === "no-server" || error.refusal.reason === "too-many-requests");

export class Reviewing {
  review: Review | null = $state.raw(null);
  ahead = $state(0);
  wrong = $state("");
  /** Nobody has answered the last time: it is asked for again. */
  held = $state(false);

  /** Until it is whole, refused, or nobody looks any more. */
  async follow(table: string, round: number, gone: AbortSignal): Promise<void> {
    while (!gone.aborted && this.review?.done !== 1) {
      let wait = AGAIN;
      try {
        const { ahead, review } = await http.review(table, round);
        this.ahead = ahead;
        this.review = review ?? this.review;
        this.held = false;
      } catch (error) {
        if (!passes(error)) {
          this.wrong = told(error);
          return;
        }
        this.held = true;
        wait = LATER;
      }
      if (this.review?.done !== 1) await new Promise((done) => setTimeout(done, wait));
    }
  }
}
