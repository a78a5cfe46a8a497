/** A review as it comes: asked for again and again until it is whole. */
import { told } from "../lib/coming";
import { http } from "../lib/http";
import type { Review } from "../wire/review";

const AGAIN = 1000;

export class Reviewing {
  review: Review | null = $state.raw(null);
  ahead = $state(0);
  wrong = $state("");

  /** Until it is whole, refused, or nobody looks any more. */
  async follow(table: string, round: number, gone: AbortSignal): Promise<void> {
    while (!gone.aborted && this.review?.done !== 1) {
      try {
        const { ahead, review } = await http.review(table, round);
        this.ahead = ahead;
        this.review = review ?? this.review;
      } catch (error) {
        this.wrong = told(error);
        return;
      }
      if (this.review?.done !== 1) await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}
