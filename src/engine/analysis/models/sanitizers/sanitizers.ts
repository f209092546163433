import { allKinds, type TaintMask, maskOf } from '../../taint-kind.ts'

/** A function whose result carries fewer taint kinds than its input. */
export interface Sanitizer {
  /** Names of external functions. */
  readonly calls: readonly string[]
  /** Names of methods on any receiver. */
  readonly methods?: readonly string[]
  /** The sanitizer applies only if the argument with this name or position is the constant `text`. */
  readonly given?: { readonly name: string; readonly position: number; readonly text: string }
  /** The sanitizer applies only if the first argument is a constant that does not match this pattern. */
  readonly lacks?: RegExp
  /** True if the first of several arguments is the base folder of the result. Its own taint is kept. */
  readonly isFirstBase?: true
  readonly clears: TaintMask
  readonly example: string
}

const encoded = maskOf(
  'path',
  'url',
  'redirect',
  'open',
  'html',
  'query',
  'template',
  'environment',
  'command',
  'code',
  'deserialization',
  'xml',
  'url-path',
)
const numbers = allKinds

/** Sanitizers, one per line. */
export const sanitizers: readonly Sanitizer[] = [
  {
    calls: ['encodeURIComponent', 'urllib.parse.quote_plus', 'querystring.escape'],
    clears: encoded,
    example: 'encodeURIComponent(x)',
  },
  {
    calls: ['urllib.parse.quote'],
    given: { name: 'safe', position: 1, text: '' },
    clears: encoded,
    example: "urllib.parse.quote(x, '')",
  },
  {
    calls: ['urllib.parse.quote'],
    clears: encoded & ~maskOf('path', 'url', 'redirect', 'open', 'url-path'),
    example: 'urllib.parse.quote(x)',
  },
  { calls: ['encodeURI'], clears: maskOf('html', 'environment'), example: 'encodeURI(x)' },
  {
    calls: [
      'path.basename',
      'os.path.basename',
      'sanitize-filename',
      'werkzeug.utils.secure_filename',
      'filenamify',
      'pathvalidate.sanitize_filename',
      'django.utils.text.get_valid_filename',
    ],
    clears: maskOf('path', 'url-path'),
    example: 'path.basename(x)',
  },
  {
    calls: ['resolve-path', 'werkzeug.utils.safe_join', 'flask.safe_join', 'django.utils._os.safe_join'],
    isFirstBase: true,
    clears: maskOf('path', 'url-path'),
    example: "require('resolve-path')('/data', x)",
  },
  {
    calls: [
      're.escape',
      'RegExp.escape',
      'lodash.escapeRegExp',
      'lodash.escaperegexp',
      'lodash/escapeRegExp',
      'escape-string-regexp',
      'regexp.escape',
      'escape-regexp',
    ],
    clears: maskOf('pattern'),
    example: 'RegExp.escape(x)',
  },
  // Letters, digits, and inner dashes.
  {
    calls: ['@sindresorhus/slugify', 'slug', 'slugify.slugify', 'django.utils.text.slugify', 'lodash.kebabCase'],
    clears: maskOf('path', 'url', 'open', 'redirect', 'command', 'argument', 'html', 'query', 'environment'),
    example: "require('@sindresorhus/slugify')(x)",
  },
  // An absolute path does not start with a dash.
  {
    calls: [
      'path.resolve',
      'fs.realpathSync',
      'fs.promises.realpath',
      'os.path.abspath',
      'os.path.realpath',
      'pathlib.Path().resolve',
      'pathlib.Path().absolute',
    ],
    clears: maskOf('argument'),
    example: 'path.resolve(x)',
  },
  { calls: ['path.extname'], clears: maskOf('path', 'url', 'argument', 'process'), example: 'path.extname(x)' },
  {
    calls: [
      'parseInt',
      'parseFloat',
      'Number',
      'Boolean',
      'BigInt',
      'Number.parseInt',
      'Number.parseFloat',
      'int',
      'float',
      'bool',
      'len',
      'Math.floor',
      'Math.min',
      'Math.max',
      'Math.round',
      'Math.trunc',
      'uuid.UUID',
    ],
    clears: numbers,
    example: 'Number(x)',
  },
  {
    calls: [
      'ipaddress.ip_address',
      'ipaddress.IPv4Address',
      'ipaddress.IPv6Address',
      'ipaddress.ip_network',
      'ipaddress.IPv4Network',
      'ipaddress.IPv6Network',
    ],
    clears: allKinds & ~maskOf('url'),
    example: 'ipaddress.ip_address(x)',
  },
  {
    calls: [
      'shlex.quote',
      'shlex.join',
      'pipes.quote',
      'shell-quote.quote',
      'shell-escape',
      'shescape.quote',
      'any-shell-escape',
      'puka.quoteForShell',
      'puka.sh',
      'new shescape.Shescape.quote',
      'new shescape.Shescape.quoteAll',
      'oslex.quote',
      'oslex.join',
    ],
    clears: maskOf('command'),
    example: 'shlex.quote(x)',
  },
  {
    calls: [
      'escape-html',
      'he.encode',
      'he.escape',
      'html.escape',
      'markupsafe.escape',
      'validator.escape',
      'lodash.escape',
      'dompurify.sanitize',
      'DOMPurify.sanitize',
      'isomorphic-dompurify.sanitize',
      'sanitize-html',
      'xss',
      'bleach.clean',
      'entities.encode',
      'entities.escapeUTF8',
      'html-escaper.escape',
      'nh3.clean',
    ],
    clears: maskOf('html'),
    example: "require('escape-html')(x)",
  },
  {
    calls: [
      'mysql.escape',
      'mysql2.escape',
      'sqlstring.escape',
      'mysql.escapeId',
      'sqlstring.escapeId',
      'pg.escapeLiteral',
      'pg.escapeIdentifier',
      'psycopg.sql.Identifier',
      'psycopg2.sql.Identifier',
      'psycopg.sql.Literal',
      'psycopg2.sql.Literal',
      'pg-escape',
      'simple_salesforce.format_soql',
      'simple_salesforce.format.format_soql',
      'jsforce.soql',
      'ldap-escape.filter',
      'ldap.filter.escape_filter_chars',
      'ldap.filter.filter_format',
      'ldap3.utils.conv.escape_filter_chars',
      'ldapts.EqualityFilter',
      'ldapts.SubstringFilter',
      'ldapjs.EqualityFilter',
      'ldapjs.SubstringFilter',
    ],
    methods: ['escapeLiteral', 'escapeIdentifier', 'quote_ident', 'quoteIdent', 'escapeId'],
    clears: maskOf('query'),
    example: "require('sqlstring').escape(x)",
  },
  // The `%s` of `pg-format` inserts the argument unchanged.
  {
    calls: ['pg-format', 'pg-format.withArray'],
    lacks: /%(?:\d+\$)?s/,
    clears: maskOf('query'),
    example: "require('pg-format')('SELECT * FROM t WHERE name = %L', x)",
  },
  {
    calls: ['JSON.stringify', 'json.dumps', 'orjson.dumps'],
    clears: maskOf('argument', 'environment', 'process'),
    example: 'JSON.stringify(x)',
  },
  {
    calls: ['crypto.hash', 'crypto.randomUUID'],
    methods: ['hexdigest', 'digest', 'getTime', 'isoformat', 'toISOString'],
    clears: allKinds,
    example: "require('crypto').createHash('sha256').update(x).digest('hex')",
  },
  {
    calls: [],
    methods: [
      'indexOf',
      'lastIndexOf',
      'includes',
      'startsWith',
      'endsWith',
      'startswith',
      'endswith',
      'test',
      'has',
      'localeCompare',
      'charCodeAt',
      'codePointAt',
      'search',
      'is_file',
      'is_dir',
      'exists',
      'some',
      'every',
      'isdigit',
      'isalnum',
      'is_relative_to',
      'findIndex',
    ],
    clears: allKinds,
    example: "x.startsWith('a')",
  },
  {
    calls: [
      'fs.existsSync',
      'path.isAbsolute',
      'Array.isArray',
      'Number.isInteger',
      'isNaN',
      'isinstance',
      'os.path.exists',
      'os.path.isfile',
      'os.path.isdir',
      'os.path.isabs',
      'Buffer.byteLength',
      'fs.statSync',
      'fs.promises.stat',
      'fs.promises.access',
      'fs.accessSync',
      'net.isIP',
      'net.isIPv4',
      'hasattr',
      'type',
    ],
    clears: allKinds,
    example: 'Array.isArray(x)',
  },
]

/** Functions that convert any value to a string, number, or id. */
export const textFunctions: ReadonlySet<string> = new Set([
  'String',
  'str',
  'repr',
  'Date',
  'encodeURIComponent',
  'JSON.stringify',
  'json.dumps',
  'lodash.toString',
  'lodash.escapeRegExp',
  'ObjectId',
  'bson.ObjectId',
  'bson.objectid.ObjectId',
  'mongodb.ObjectId',
  'mongodb.ObjectID',
  'mongoose.Types.ObjectId',
  'mongo-sanitize',
  'mongo-sanitize.sanitize',
  'path.basename',
  'path.join',
  'path.resolve',
  'RegExp',
  're.escape',
])

/** Methods that only strings, numbers, and dates have. A call on another object throws. */
export const textOnlyMethods: ReadonlySet<string> = new Set([
  'trim',
  'trimStart',
  'trimEnd',
  'toString',
  'toLowerCase',
  'toUpperCase',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'normalize',
  'padStart',
  'padEnd',
  'replace',
  'replaceAll',
  'substring',
  'substr',
  'charAt',
  'split',
  'match',
  'localeCompare',
  'strip',
  'lstrip',
  'rstrip',
  'lower',
  'upper',
  'casefold',
  'title',
  'capitalize',
  'encode',
  'removeprefix',
  'removesuffix',
  'splitlines',
  'format',
  'toFixed',
  'toISOString',
])

/** Template tags that pass interpolated values as query parameters. */
export const queryTags: readonly RegExp[] = [
  /(?:^|\.)sql$/,
  /(?:^|\.)\$(?:queryRaw|executeRaw)$/,
  /^sql-template-(?:strings|tag)/,
  /^slonik\.sql/,
  /^(?:postgres|@neondatabase\/serverless\.neon|@vercel\/postgres\.sql)(?:\(\))?$/,
  /^(?:pg-sql2?|squid)\b/,
  /^(?:mssql)\.query$/,
]

/** Page template functions that escape their output if an engine option is set. */
export const escapingEngines = [
  {
    engine: /^jinja2\.(?:sandbox\.)?\w*Environment$/,
    option: 'autoescape',
    render:
      /^jinja2\.(?:sandbox\.)?\w*Environment\(\)\.(?:get|select|get_or_select)_template\(\)\.(?:render|render_async)$/,
  },
] as const

/** Template tags that escape interpolated values for HTML. */
export const htmlTags: readonly RegExp[] = [
  /^hono\/html(?:\.index)?\.html$/,
  new RegExp(
    String.raw`^(?:common-tags\.safeHtml|escape-html-template-tag|html-template-tag|@polymer\/polymer.*\.html|` +
      String.raw`lit(?:-html|-element)?(?:\/.*)?\.html)(?:\.default)?$`,
  ),
]
