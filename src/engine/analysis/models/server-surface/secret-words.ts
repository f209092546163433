/** Names of settings that hold a secret. Identifiers, counts, and limits of tokens hold no secret. */
export const secretNames = new RegExp(
  String.raw`(?:^|[_-]|[a-z](?=[A-Z]))(?:password|passwd|secret|api[_-]?key|private[_-]?key|access[_-]?key|` +
    String.raw`(?:access|auth|api|bearer|refresh|bot|session)?[_-]?token|credentials?)$`,
  'i',
)

/** Names that contain such a word and hold none. */
export const harmlessNames: readonly RegExp[] = [
  /^(?:has|is|max|min|num|count|total|uses?|public|csrf|page|next|cursor)(?=[A-Z])/,
  /^(?:has|is|max|min|num|count|total|uses?|public|csrf|page|next|cursor)[_-]/i,
]

/** The environment of the process as a whole. */
export const wholeEnvironment: ReadonlySet<string> = new Set([
  'process.env',
  'os.environ',
  'Bun.env',
  'import.meta.env',
])

/** Calls that give a value or all of its parts as text or as a copy. */
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

/** Methods and functions that give all fields of an object of settings. */
export const dumpingCalls: ReadonlySet<string> = new Set([
  'model_dump',
  'model_dump_json',
  'dict',
  'json',
  'asdict',
  'vars',
])

/** Types of fields that hide their value when they are dumped. */
export const hiddenTypes = /Secret(?:Str|Bytes|\[)/
