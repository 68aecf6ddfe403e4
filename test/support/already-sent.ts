import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

/**
 * Response of a handler that has written its answer itself. Its body has been read, because
 * @hono/node-server would otherwise send it, too, where its own `Response` was the global one when
 * the constant was made: after an earlier test in the same process.
 */
export const ALREADY_SENT: Response = RESPONSE_ALREADY_SENT;
void ALREADY_SENT.body;
