/**
 * Maximum number of hosts or environment variables stored for a tool. If the limit is reached, others may exist. This
 * file does not import the schema library, so that small programs can use it.
 */
export const maxToolReaches = 20
