/** Methods that add elements to a collection. */
export const appendingMethods: ReadonlySet<string> = new Set(['push', 'append', 'add', 'unshift'])

/** Methods that return their receiver's content (a string, list, or path) in another form. */
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

/** Standard library functions that return the content of their arguments in another form. */
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

/** True if an unknown function's name suggests that it parses or normalizes its argument. */
export function readsByName(name: string): boolean {
  return readingNames.test(name)
}

const readingNames = new RegExp(
  String.raw`^(?:parse(?!Int|Float)|astify|tokeni[sz]e|lex(?:er)?$|walk|split|normali[sz]e|canonicali[sz]e|simplify|` +
    'unquote|decode|expand)',
  'i',
)
