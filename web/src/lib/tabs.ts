/** The tabs of this browser at one table: the seats are held in one of them at a time. */
import { randomHex } from "./random";

const OWN = randomHex(8);

interface News {
  readonly table: string;
  readonly tab: string;
}

export class Tabs {
  private readonly channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("igroteka");

  constructor(
    private readonly table: string,
    /** Another tab holds them now. */
    onheld: () => void,
  ) {
    if (!this.channel) return;
    this.channel.onmessage = ({ data }: MessageEvent<News>) => {
      if (data.table === table && data.tab !== OWN) onheld();
    };
  }

  /** This one holds them from now on. */
  hold(): void {
    const news: News = { table: this.table, tab: OWN };
    this.channel?.postMessage(news);
  }

  close(): void {
    this.channel?.close();
  }
}
