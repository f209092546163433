/** Kinds of objects that an MCP server offers. */
export const offeredKinds = ['tool', 'resource', 'prompt'] as const
export type OfferedKind = (typeof offeredKinds)[number]
