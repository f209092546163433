/** Names of settings that contain a secret. Token identifiers, counts, and limits are not secrets. */
export const secretNames = new RegExp(
  String.raw`(?:^|[_-]|[a-z](?=[A-Z]))(?:password|passwd|secret|api[_-]?key|private[_-]?key|access[_-]?key|` +
    String.raw`(?:access|auth|api|bearer|refresh|bot|session)?[_-]?token|credentials?)$`,
  'i',
)

/** Setting names that contain a secret word although the setting holds no secret. */
export const harmlessNames: readonly RegExp[] = [
  /^(?:has|is|max|min|num|count|total|uses?|public|csrf|page|next|cursor)(?=[A-Z])/,
  /^(?:has|is|max|min|num|count|total|uses?|public|csrf|page|next|cursor)[_-]/i,
]

/** Expressions for the process's whole environment. */
export const wholeEnvironment: ReadonlySet<string> = new Set([
  'process.env',
  'os.environ',
  'Bun.env',
  'import.meta.env',
])

/** Functions that return a value, or all of its parts, as text or as a copy. */
export const copyingCalls: ReadonlySet<string> = new Set([
  'stringify',
  'dumps',
  'safe_dump',
  'dump',
  'pformat',
  'inspect',
  'dict',
  'str',
  'repr',
  'String',
  'assign',
  'entries',
  'items',
  'fromEntries',
  'structuredClone',
  'copy',
  'join',
  'format',
  'text',
  'TextContent',
  'Error',
  'ValueError',
  'RuntimeError',
  'McpError',
])

/** Methods and functions that return all fields of a settings object. */
export const dumpingCalls: ReadonlySet<string> = new Set([
  'model_dump',
  'model_dump_json',
  'dict',
  'json',
  'asdict',
  'vars',
])

/** Types of fields whose values are hidden in dumps. */
export const hiddenTypes = /Secret(?:Str|Bytes|\[)/
