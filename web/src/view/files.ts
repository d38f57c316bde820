// Files that the page saves and opens.

/** Saves a file under a name. */
export function saveFile(content: Blob | string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content]) : content);
  link.download = name;
  link.click();
  // The browser may read the URL a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Lets the user choose a file; null if none was chosen. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = accept;
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}
