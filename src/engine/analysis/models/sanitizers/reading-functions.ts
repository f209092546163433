/** Methods that put something into a collection. */
export const appendingMethods: ReadonlySet<string> = new Set(['push', 'append', 'add', 'unshift'])

/** Methods whose result says what the text, list, or path says that they are called on, in another form. */
export const readingMethods: ReadonlySet<string> = new Set(
  (
    'slice substring substr replace replaceAll split rsplit partition rpartition trim trimStart trimEnd strip lstrip ' +
    'rstrip toLowerCase toUpperCase toLocaleLowerCase lower upper casefold normalize concat charAt charCodeAt ' +
    'codePointAt padStart padEnd join map filter flatMap flat reverse toReversed sort toSorted entries values keys ' +
    'items matchAll findall finditer reduce encode decode format splitlines translate expandtabs removeprefix ' +
    'removesuffix as_posix resolve absolute expanduser joinpath with_suffix toString valueOf get_type getType ' +
    'toArray copy'
  ).split(' '),
)

/** Functions of languages, whose result says what their arguments say in another form. */
export const readingFunctions: ReadonlySet<string> = new Set([
  'ord',
  'chr',
  'list',
  'tuple',
  'set',
  'frozenset',
  'sorted',
  'reversed',
  'enumerate',
  'zip',
  'map',
  'filter',
  'iter',
  'str',
  'String',
  'Array.from',
  'Set',
  'Object.keys',
  'Object.values',
  'Object.entries',
  'bytes',
  're.split',
  're.findall',
  're.finditer',
  're.sub',
  'shlex.split',
  'ast.parse',
  'ast.walk',
  'ast.iter_child_nodes',
  'JSON.parse',
  'json.loads',
  'unicodedata.normalize',
])

/** Whether an unknown function parses or normalizes what it is handed, by its name. */
export function readsByName(name: string): boolean {
  return readingNames.test(name)
}

const readingNames = new RegExp(
  String.raw`^(?:parse(?!Int|Float)|astify|tokeni[sz]e|lex(?:er)?$|walk|split|normali[sz]e|canonicali[sz]e|simplify|` +
    'unquote|decode|expand)',
  'i',
)
