/** As much Markdown as our rules need: headings, paragraphs, lists, tables, bold, italics, code, clauses. */

export type Inline =
  | { readonly kind: "text" | "strong" | "em" | "code"; readonly text: string }
  | { readonly kind: "clause"; readonly text: string; readonly first: boolean };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly words: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly words: readonly Inline[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: "rule" };

const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\b([A-Z]{2,4}-[AB]?\d+)\b/g;

class Reader {
  private readonly met = new Set<string>();

  /** Text in pieces; the first mention of a clause is its anchor. */
  inline(text: string): Inline[] {
    const pieces: Inline[] = [];
    let at = 0;
    for (const found of text.matchAll(INLINE)) {
      if (found.index > at) pieces.push({ kind: "text", text: text.slice(at, found.index) });
      pieces.push(...this.piece(found));
      at = found.index + found[0].length;
    }
    if (at < text.length) pieces.push({ kind: "text", text: text.slice(at) });
    return pieces;
  }

  private piece([, strong, em, code, clause]: RegExpMatchArray): Inline[] {
    if (strong) return [{ kind: "strong", text: strong }];
    if (em) return [{ kind: "em", text: em }];
    if (code) return [{ kind: "code", text: code }];
    const first = !this.met.has(clause ?? "");
    this.met.add(clause ?? "");
    return [{ kind: "clause", text: clause ?? "", first }];
  }

  block(lines: readonly string[]): Block {
    const [line = ""] = lines;
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      return { kind: "heading", level: heading[1]?.length ?? 1, words: this.inline(heading[2] ?? "") };
    }
    if (/^---+$/.test(line)) return { kind: "rule" };
    if (line.startsWith("|")) return { kind: "table", rows: this.table(lines) };
    if (/^([-*]|\d+\.) /.test(line)) {
      return {
        kind: "list",
        ordered: /^\d/.test(line),
        items: lines.map((one) => this.inline(one.replace(/^([-*]|\d+\.) /, ""))),
      };
    }
    return { kind: "paragraph", words: this.inline(lines.join(" ")) };
  }

  private table(lines: readonly string[]): Inline[][][] {
    return lines
      .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
      .map((line) =>
        line
          .replace(/^\||\|$/g, "")
          .split("|")
          .map((cell) => this.inline(cell.trim())),
      );
  }
}

const ALONE = new Set(["#", "---"]);

function kindOf(line: string): string {
  if (line.startsWith("#")) return "#";
  if (/^---+$/.test(line)) return "---";
  if (line.startsWith("|")) return "|";
  if (/^[-*] /.test(line)) return "-";
  return /^\d+\. /.test(line) ? "1" : "";
}

/** Lines that belong together: the same kind of line, until an empty one or another kind. */
function groups(text: string): string[][] {
  const found: string[][] = [];
  let kind = "";
  for (const line of text.split("\n")) {
    const next = kindOf(line);
    if (!line.trim()) {
      kind = "empty";
      continue;
    }
    if (next === kind && !ALONE.has(next) && found.length) found.at(-1)?.push(line);
    else found.push([line]);
    kind = next;
  }
  return found;
}

export function markdown(text: string): Block[] {
  const reader = new Reader();
  return groups(text).map((lines) => reader.block(lines));
}

/** One line in pieces, without anchors. */
export function inline(text: string): Inline[] {
  return new Reader().inline(text).map((word) => (word.kind === "clause" ? { ...word, first: false } : word));
}

/** The clauses that a block names. */
export function clausesIn(words: readonly Inline[]): string[] {
  return words.flatMap((word) => (word.kind === "clause" ? [word.text] : []));
}
