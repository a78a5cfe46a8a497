/** UpTurn on paper: tiles, 30 mm wide. */
import { times, type Pile, type Printed } from "../../print/printed";
import { BOXES } from "../../wire/upturn.boxes";

const pile = (parts: readonly string[]): Pile => ({
  name: { ru: "Фишки", en: "Tiles" },
  parts,
  size: { width: 30, height: 37.2 },
  backs: true,
});

export const printed: Printed = {
  piles: [pile((BOXES["all"] ?? "").split(" "))],
  safe: {
    "#2463C8": "#0B2A6B",
    "#174691": "#001F5C",
    "#1B7F4F": "#148F7A",
    "#0F5A36": "#0C5C4E",
    "#C8283C": "#6B2410",
    "#8F1526": "#5C1700",
  },
  own: (parts) => {
    const { numbers = {}, actions = {} } = parts as {
      numbers?: Record<string, readonly number[]>;
      actions?: Record<string, number>;
    };
    const marked = (kind: string, mark: string) => (numbers[kind] ?? []).map((number) => `${number}${mark}`);
    return [
      pile([
        ...marked("plain", ""),
        ...marked("penalty", "h"),
        ...marked("twins", "t"),
        ...Object.entries(actions).flatMap(([name, count]) => times(name, count)),
      ]),
    ];
  },
};
