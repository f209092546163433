/** Thrown if a call is rejected. The client sees the message, which says what is wrong and what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
