/** Handing a link on: the phone's own sheet, the clipboard, or, on plain http, the old way. */

export async function share(text: string, link: string): Promise<"shared" | "copied" | "failed"> {
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ text, url: link });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared";
    }
  }
  return (await copy(link)) ? "copied" : "failed";
}

export async function copy(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // the old way below
  }
  return copyByField(text);
}

function copyByField(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.cssText = "position:fixed;inset:0 auto auto 0;opacity:0";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  field.setSelectionRange(0, text.length);
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

/** The link of a table as this browser reaches the server, if the server itself only knows "localhost". */
export function tableLink(told: string, table: string): string {
  const host = new URL(told, location.href).hostname;
  const own = host === "localhost" || host.startsWith("127.") ? location.origin : new URL(told, location.href).origin;
  return `${own}/t/${table}`;
}
