// Written by scripts/wire from the Python structs. Do not edit.

import type * as upturn from "./upturn";
import type * as etazhiki from "./etazhiki";
import type * as sequence from "./sequence";

export type View = upturn.View | etazhiki.View | sequence.View;
export type Intent = upturn.Intent | etazhiki.Intent | sequence.Intent;
export type Event = upturn.Event | etazhiki.Event | sequence.Event;
export type Options = upturn.Options | etazhiki.Options | sequence.Options;
export type { upturn, etazhiki, sequence };
export * from "./client";
export * from "./server";
export type * from "./table";
