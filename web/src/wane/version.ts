// The version of the messages. The server may be of another release, so both ends send the version; a worker is part of
// the page, and its messages have none.

export { VERSION } from "./messages";

/** A message on the WebSocket. */
export type Versioned<M> = M & { v: number };
