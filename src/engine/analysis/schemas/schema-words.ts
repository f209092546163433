import { maskOf, type TaintMask } from '../taint-kind.ts'

/**
 * What schema library functions mean, for zod 3 and 4, valibot, TypeBox, Joi, and yup. Functions with the same name
 * agree across libraries, so one table covers all of them.
 *
 * - `harmless`: numbers, booleans, constants
 * - `text`, `anything`: any text, any value
 * - `fields`: an object with the fields in the first argument; other fields are removed, or kept with `openFields`
 * - `list`, `record`: elements with the schema of the last argument
 * - `inner`: the first argument that is a schema
 * - `last`: the schema in the last argument
 * - `choice`: any of the schemas in the arguments, including lists of schemas
 * - `all`: all schemas in the arguments
 * - `later`: the schema that the function in the first argument returns
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

/** Schema words by function name. */
export const schemaWords: ReadonlyMap<string, SchemaWord> = new Map(
  words.flatMap(([word, names]) => names.split(' ').map((name) => [name, word] as const)),
)

/** Taint kinds that a string in a format may still carry, with the functions and methods that check the format. */
const formats: readonly (readonly [TaintMask, string])[] = [
  [
    0,
    'uuid uuidv4 uuidv6 uuidv7 guid cuid cuid2 ulid ksuid xid datetime date time duration hex mac mac48 ' +
      'mac64 e164 digits isoDate isoDateTime isoTime isoTimestamp isoWeek hexadecimal hexColor alphanum jwt ' +
      'decimal octal imei',
  ],
  // The alphabet includes a dash, even as the first character.
  [maskOf('argument'), 'nanoid base64url slug'],
  // The alphabet includes a slash.
  [maskOf('path', 'url'), 'base64'],
  // Any address on any network is valid.
  [maskOf('url'), 'ip ipv4 ipv6 cidr cidrv4 cidrv6 hostname domain'],
  // The local part may contain quotes and start with a dash.
  [maskOf('argument', 'query', 'command'), 'email'],
]

/** Taint kinds that a format allows, by the name of the function, the method, or the JSON Schema `format`. */
export const formatMasks: ReadonlyMap<string, TaintMask> = new Map([
  ...formats.flatMap(([mask, names]) => names.split(' ').map((name) => [name, mask] as const)),
  ['date-time', 0] as const,
  ['idn-email', maskOf('argument', 'query', 'command')] as const,
])

/** Schema methods and pipe actions that take a pattern that the string must match. */
export const patternWords: ReadonlySet<string> = new Set(['regex', 'pattern', 'matches'])

/** How schema methods affect the shape. Other methods do not change it. */
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
