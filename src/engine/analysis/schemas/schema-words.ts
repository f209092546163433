import { maskOf, type TaintMask } from '../taint-kind.ts'

/**
 * What functions of schema libraries make: zod 3 and 4, valibot, TypeBox, Joi, yup. They agree where they use the same
 * name, so one table serves all.
 *
 * - `harmless`: numbers, booleans, constants
 * - `text`, `anything`: what carries everything
 * - `fields`: an object of the fields in the first argument; others are taken away, `openFields`: or let through
 * - `list`, `record`: elements of the last argument's schema
 * - `inner`: the schema of the first argument that has one
 * - `last`: the schema of the last argument
 * - `choice`: any of the schemas in its arguments and in lists among them
 * - `all`: all schemas of its arguments
 * - `later`: what the function in the first argument gives
 */
export type SchemaWord =
  | 'harmless'
  | 'text'
  | 'anything'
  | 'fields'
  | 'openFields'
  | 'list'
  | 'record'
  | 'inner'
  | 'last'
  | 'choice'
  | 'all'
  | 'later'

const words: readonly (readonly [SchemaWord, string])[] = [
  [
    'harmless',
    'number int int32 uint32 int64 uint64 float32 float64 bigint nan boolean bool stringbool date symbol ' +
      'null nullType undefined void never literal enum enum_ nativeEnum picklist null_ undefined_ void_ ' +
      'Number Integer BigInt Boolean Null Undefined Void Never Literal Enum Date',
  ],
  ['text', 'string String coercedString templateLiteral TemplateLiteral'],
  ['anything', 'any unknown custom instanceof file function mixed Any Unknown Unsafe json blob looseRecord'],
  ['fields', 'object strictObject'],
  ['openFields', 'looseObject passthroughObject Object'],
  ['list', 'array set tuple Array Set Tuple'],
  ['record', 'record map partialRecord Record'],
  [
    'inner',
    'optional nullable nullish readonly lazySchema effects promise nonOptional exactOptional undefinedable ' +
      'Optional Readonly Partial Required Promise zodToJsonSchema toJSONSchema toJsonSchema ' +
      'toStandardJsonSchema jsonSchema',
  ],
  ['last', 'preprocess'],
  ['choice', 'union discriminatedUnion variant xor alternatives Union'],
  ['all', 'intersection intersect Intersect Composite and_'],
  ['later', 'lazy'],
]

/** By name of the function that makes a schema. */
export const schemaWords: ReadonlyMap<string, SchemaWord> = new Map(
  words.flatMap(([word, names]) => names.split(' ').map((name) => [name, word] as const)),
)

/** What a text in a format may still carry; a function or method of schemas by this name makes sure of it. */
const formats: readonly (readonly [TaintMask, string])[] = [
  [
    0,
    'uuid uuidv4 uuidv6 uuidv7 guid cuid cuid2 ulid ksuid xid datetime date time duration hex mac mac48 ' +
      'mac64 e164 digits isoDate isoDateTime isoTime isoTimestamp isoWeek hexadecimal hexColor alphanum jwt ' +
      'decimal octal imei',
  ],
  // Their alphabets have a dash, which may be the first character.
  [maskOf('argument'), 'nanoid base64url slug'],
  // The alphabet has a slash.
  [maskOf('path', 'url'), 'base64'],
  // Every address of every network.
  [maskOf('url'), 'ip ipv4 ipv6 cidr cidrv4 cidrv6 hostname domain'],
  // Local parts may have quotes, and begin with a dash.
  [maskOf('argument', 'query', 'command'), 'email'],
]

/**
 * What formats leave of a text, by the name of the function or method; as `format` of a JSON Schema names them, too.
 */
export const formatMasks: ReadonlyMap<string, TaintMask> = new Map([
  ...formats.flatMap(([mask, names]) => names.split(' ').map((name) => [name, mask] as const)),
  ['date-time', 0] as const,
  ['idn-email', maskOf('argument', 'query', 'command')] as const,
])

/** Methods of schemas, and actions of pipes, that take a pattern that a text has to match. */
export const patternWords: ReadonlySet<string> = new Set(['regex', 'pattern', 'matches'])

/** What methods of a schema make of it; any other leaves what it allows. */
export const schemaMethods: ReadonlyMap<
  string,
  | 'anything'
  | 'pipe'
  | 'transform'
  | 'refine'
  | 'array'
  | 'or'
  | 'and'
  | 'extend'
  | 'pick'
  | 'omit'
  | 'open'
  | 'keyof'
  | 'rest'
  | 'only'
  | 'catch'
> = new Map([
  ['catch', 'catch'],
  ['transform', 'transform'],
  ['overwrite', 'transform'],
  ['codec', 'anything'],
  ['custom', 'refine'],
  ['pipe', 'pipe'],
  ['to', 'pipe'],
  ['refine', 'refine'],
  ['superRefine', 'refine'],
  ['check', 'refine'],
  ['refinement', 'refine'],
  ['test', 'refine'],
  ['array', 'array'],
  ['items', 'only'],
  ['of', 'only'],
  ['or', 'or'],
  ['and', 'and'],
  ['concat', 'and'],
  ['extend', 'extend'],
  ['safeExtend', 'extend'],
  ['augment', 'extend'],
  ['merge', 'extend'],
  ['keys', 'extend'],
  ['shape', 'extend'],
  ['pick', 'pick'],
  ['omit', 'omit'],
  ['passthrough', 'open'],
  ['loose', 'open'],
  ['unknown', 'open'],
  ['catchall', 'rest'],
  ['keyof', 'keyof'],
  ['valid', 'keyof'],
  ['oneOf', 'keyof'],
  ['equal', 'keyof'],
])
