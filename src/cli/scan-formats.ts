/** What a result can be written as. */
export const scanFormats = ['table', 'json', 'sarif'] as const
