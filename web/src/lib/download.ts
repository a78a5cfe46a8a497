/** A file that was made here, handed to the browser to keep. */
export function download(name: string, type: string, ...pieces: readonly string[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...pieces], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
