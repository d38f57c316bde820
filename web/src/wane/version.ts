// The version of the messages. A server has its own release, so both ends say which version they speak; a worker comes
// with the page, and its messages say nothing.

export const VERSION = 2;

/** A message as it crosses the socket. */
export type Versioned<M> = M & { v: number };
