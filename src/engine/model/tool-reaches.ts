/**
 * Maximum number of hosts or environment variables kept for a tool. If the limit is reached, others may exist. This
 * file does not import the schema library, so small programs can use it.
 */
export const maxToolReaches = 20
