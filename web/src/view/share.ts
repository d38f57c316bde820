// Sharing with the sheet of the device where there is one, and with the clipboard elsewhere.

/** How a text left the page: by the sheet, by the clipboard, or not at all, since it was refused. */
export type Sharing = "shared" | "copied" | "refused";

/** Shares a link, with a text before it if there is one. */
export async function shareLink(url: string, text = ""): Promise<Sharing> {
  try {
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
      await navigator.share(text === "" ? { url } : { text, url });
      return "shared";
    }
    await navigator.clipboard.writeText(text === "" ? url : `${text}\n${url}`);
    return "copied";
  } catch {
    // The visitor has changed their mind, or the browser does not allow it.
    return "refused";
  }
}
