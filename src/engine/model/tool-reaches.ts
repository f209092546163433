/**
 * Maximum number of hosts or environment variables stored for a tool. If the limit is reached, others may exist. This
 * file does not import the schema library, so small programs can import it cheaply.
 */
export const maxToolReaches = 20
