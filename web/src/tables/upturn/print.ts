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
