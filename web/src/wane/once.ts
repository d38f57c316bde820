// What is loaded once.

/** A function that loads something at its first call, and again only if the last attempt failed. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    const current = (loading ??= load());
    current.catch(() => {
      if (loading === current) loading = null;
    });
    return current;
  };
}

/** The response for a file. Rejects if the server does not have it. */
export async function fetchFile(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname.split("/").at(-1)}: ${response.status} ${response.statusText}`);
  return response;
}
