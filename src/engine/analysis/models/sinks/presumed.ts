import type { PresumedModel } from '../../taint/sinks/presumed-model.ts'

const asks = { kind: 'url', effect: 'sends a request' } as const
const connects = { kind: 'url', effect: 'opens a connection' } as const
const uses = { kind: 'path', effect: 'reads a file or folder' } as const
const writes = { kind: 'path', effect: 'writes a file or folder', action: 'write-file' } as const
const queries = { kind: 'query', effect: 'runs a query' } as const
const commands = { kind: 'command', effect: 'runs a command', action: 'run-remotely' } as const

/** Matches a name, split into words, that equals one of these alternatives. */
const named = (...alternatives: readonly string[]) => new RegExp(`^(?:${alternatives.join('|')})$`)

/** Patterns for parameter names. */
const serverAddress = named(
  '(?:(?:base|api|server|service|cluster|instance|host|rpc|node|ws|web ?socket|proxy|target|remote) )?' +
    '(?:ur[il]|endpoint)',
  // May start with the service name: `hackmd api url`.
  '(?:[a-z\\d]+ ){1,2}(?:base|api|server|service|instance|host) (?:ur[il]|endpoint)',
  '(?:database|db|redis|mongo|kusto|gateway|registry|graphql|sparql|mcp) (?:ur[il]|address|endpoint)',
  'endpoint ur[il]|prefix url|baseurl|apiurl|host(?: ?name)?|server(?: name| host)?|domain|connection string',
)
const pageAddress = named(
  '(?:(?:page|image|file|source|target|feed|web ?site|repo|repository|clone|remote|video) )?ur[il]s?',
)
const link = named('link|href|web ?site|page address|web ?page')
const localFile = named(
  '(?:(?:local|input|output|save|saved|source|src|dest|destination|target|full|download|upload|archive) )?' +
    '(?:file ?path|file ?name|file|dir|directory|folder|folder path|dir path|path)',
  '(?:image|audio|video|csv|json|pdf|config|model|data|database|db|log|repo|repository|project|workspace) ?' +
    '(?:file|file ?name|file ?path|path|dir|directory|folder)',
  'out(?:put)?(?: to)?|root dir(?:ectory)?',
)
/** Like `localFile`, but without words that may also name something on a server. */
const localFileForSure = named(
  '(?:local|input|output|save|download|repo|repository|workspace|project) ?(?:file )?(?:path|dir|directory|folder)',
  '(?:input|output|local) ?file(?: ?name)?|file ?path',
)
const statement = named(
  '(?:(?:sql|kql|soql|sosl|cypher|gql|graphql|flux|sparql|dql|raw|full|final) ?)?(?:query|statement)(?: text| string)?',
  'sql|kql|soql|cypher|sparql',
)
const commandLine = named(
  '(?:(?:shell|remote|full|final|bash|ssh|raw) ?)?(?:command|cmd)(?: ?line| string)?|(?:shell|bash) script',
)

/** More client settings, besides the server address. */
const credential = named(
  '(?:(?:api|access|auth|private|secret|personal|bearer|user) ?)?(?:token|key|password|credentials?|secret)',
  'auth|user(?: ?name)?|login|oauth|cert',
)

/** Patterns for function and class names. */
/** Excludes objects that only hold settings for another call. */
const anyClass =
  /^new (?!.*\b(?:input|config|configuration|params|options|settings|request|schema|model|info|credentials|error)$)/
const client = named(
  'new (?:.* )?(?:client|api|sdk|connection|connector|driver|session|database|provider|gateway|adapter|rpc)',
  'new (?:.* )?(?:crawler|scraper|downloader|fetcher|loader)',
)
const connecting = named(
  '(?:create|get|make|build|init|initialize|open|connect) (?:.* )?(?:client|connection|engine|pool|session|driver|api)',
  'connect(?: to server| async)?',
)
const asking = named(
  '(?:async |a)?(?:request|fetch|get|post|put|patch|head|download|crawl|scrape|navigate|visit|goto|browse|open|' +
    'stream|pull|clone)(?: (?:async|page|html|json|text|content|url|file))?',
  '(?:extract|parse|from|read|load|open|fetch|get|scrape|crawl|convert|screenshot) (?:from )?(?:url|uri|web ?page)',
  'load|extract|clone from|screenshot|probe|ping|call',
)
const reading = named(
  '(?:open|load|read|parse|import|from|extract|convert|decode) ?(?:file|path|image|document|workbook|model|text|disk)',
  'open|load|read|parse|import|imread|init|clone|clone to|extract|convert|transcribe|decode|partition|new from file',
)
const writing = named(
  '(?:write|save|export|dump|download|extract|render)(?: (?:as|all|to|to file|file|image|to disk|blob to file))?',
  'to file|imwrite|writefile|clone from|fget object',
)
const fileClass = named(
  'new (?:.* )?(?:file|reader|writer|loader|repo|repository|document|archive|image|presentation|workbook)',
)
const handling = named('(?:upload|process|analyze|inspect|scan|transcribe|convert|parse|index|ingest)(?: .*)?')
const running = named(
  '(?:run|execute|exec|send|do)(?: (?:raw|query|sql|statement|cypher|kql|soql|graphql|sparql|async|one|many|all))*',
  'query(?: all| raw| async| one)?|raw query|raw|sql|soql|cypher|kql|sparql',
  '(?:read|write) query|execute (?:read|write)|(?:query|statement) (?:execute|run)',
)
const executing = named(
  '(?:run|execute|exec|send)(?: (?:command|cmd|shell|script|bash|remote|sync|async|commands|line))+',
  'shell|exec|ssh exec|adb shell|run in container',
)

/**
 * Presumed effects of package calls without a model, by function name and parameter name. A row may have medium
 * confidence only if its matches were reviewed.
 */
export const presumedModels: readonly PresumedModel[] = [
  {
    callee: client,
    parameter: serverAddress,
    given: 'named',
    ...connects,
    confidence: 'medium',
    example: {
      javascript: "import { Client } from 'acme-sdk'; export const f = (tainted) => new Client({ baseUrl: tainted })",
      python: 'import acme_sdk\ndef f(tainted):\n    return acme_sdk.AcmeClient(base_url=tainted)',
    },
  },
  {
    callee: client,
    parameter: serverAddress,
    given: 'position',
    ...connects,
    confidence: 'medium',
    example: {
      javascript: "import API from 'acme-api'; export const f = (token, tainted) => new API(token, tainted.url)",
      python: 'import acme_sdk\ndef f(token, tainted):\n    url = tainted["url"]\n    return acme_sdk.API(token, url)',
    },
  },
  {
    callee: anyClass,
    parameter: serverAddress,
    given: 'named',
    beside: credential,
    ...connects,
    confidence: 'medium',
    example: {
      javascript:
        "import { Tracker } from 'acme-tracker'; export const f = (tainted, key) => new Tracker({ url: tainted, key })",
      python: 'from acme import Tracker\ndef f(tainted, token):\n    return Tracker(url=tainted, token=token)',
    },
  },
  {
    callee: anyClass,
    parameter: serverAddress,
    given: 'position',
    beside: credential,
    ...connects,
    confidence: 'medium',
    example: {
      javascript:
        "import { Tracker } from 'acme-tracker'; export const f = (tainted, token) => new Tracker(tainted.url, token)",
      python: 'from acme import Tracker\ndef f(tainted, token):\n    return Tracker(tainted["url"], token)',
    },
  },
  {
    callee: connecting,
    parameter: serverAddress,
    given: 'named',
    ...connects,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-sdk'; export const f = (tainted) => acme.createClient({ endpoint: tainted })",
      python: 'import acme_sdk\ndef f(tainted):\n    return acme_sdk.connect(host=tainted)',
    },
  },
  {
    callee: connecting,
    parameter: serverAddress,
    given: 'position',
    ...connects,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-sdk'; export const f = (tainted) => acme.connect(tainted.host)",
      python: 'import acme_sdk\ndef f(tainted):\n    return acme_sdk.connect(tainted["host"])',
    },
  },
  {
    callee: asking,
    parameter: pageAddress,
    given: 'named',
    ...asks,
    confidence: 'medium',
    example: {
      javascript: "import crawler from 'acme-crawler'; export const f = (tainted) => crawler.crawl({ url: tainted })",
      python: 'import acme_crawler\ndef f(tainted):\n    acme_crawler.Fetcher.fetch(url=tainted)',
    },
  },
  {
    callee: asking,
    parameter: pageAddress,
    given: 'position',
    ...asks,
    confidence: 'medium',
    example: {
      javascript: "import crawler from 'acme-crawler'; export const f = (tainted) => crawler.crawl(tainted.url)",
      python: 'import acme_crawler\ndef f(tainted):\n    acme_crawler.Fetcher().fetch(tainted["url"])',
    },
  },
  {
    callee: asking,
    parameter: link,
    given: 'position',
    ...asks,
    confidence: 'low',
    example: {
      javascript: "import crawler from 'acme-crawler'; export const f = (tainted) => crawler.visit(tainted.link)",
      python: 'import acme_crawler\ndef f(tainted):\n    acme_crawler.visit(tainted["link"])',
    },
  },
  {
    callee: reading,
    parameter: localFile,
    given: 'named',
    ...uses,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-files'; export const f = (tainted) => acme.load({ filePath: tainted })",
      python: 'import acme_files\ndef f(tainted):\n    return acme_files.load(path=tainted)',
    },
  },
  {
    callee: reading,
    parameter: localFile,
    given: 'position',
    ...uses,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-files'; export const f = (tainted) => acme.load(tainted.filePath)",
      python: 'import acme\ndef f(tainted):\n    return acme.Store.init(tainted["path"])',
    },
  },
  {
    callee: writing,
    parameter: localFile,
    given: 'named',
    ...writes,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-files'; export const f = (tainted) => acme.save({ outputPath: tainted })",
      python: 'import acme_files\ndef f(tainted):\n    return acme_files.save(path=tainted)',
    },
  },
  {
    callee: writing,
    parameter: localFile,
    given: 'position',
    ...writes,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-files'; export const f = (tainted) => acme.write(tainted.path, 'x')",
      python: 'import acme\ndef f(tainted):\n    acme.write(tainted["path"], [], 1)',
    },
  },
  {
    callee: fileClass,
    parameter: localFile,
    given: 'position',
    ...uses,
    confidence: 'medium',
    example: {
      javascript: "import { Repository } from 'acme-git'; export const f = (tainted) => new Repository(tainted.path)",
      python: 'import acme_git\ndef f(tainted):\n    return acme_git.Repo(tainted["path"])',
    },
  },
  {
    callee: handling,
    parameter: localFileForSure,
    given: 'named',
    ...uses,
    confidence: 'low',
    example: {
      javascript: "import acme from 'acme-files'; export const f = (tainted) => acme.inspect({ filePath: tainted })",
      python: 'import acme_files\ndef f(tainted):\n    return acme_files.inspect(file_path=tainted)',
    },
  },
  {
    callee: running,
    parameter: statement,
    given: 'named',
    ...queries,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-db'; export const f = (tainted) => acme.execute({ sql: tainted })",
      python: 'import acme_db\ndef f(tainted):\n    return acme_db.run_query(query=tainted)',
    },
  },
  {
    callee: running,
    parameter: statement,
    given: 'position',
    ...queries,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-db'; export const f = (tainted) => acme.runQuery('db', tainted.query)",
      python: 'from acme_kusto import Kusto\ndef f(tainted):\n    return Kusto("x").execute("db", tainted["query"])',
    },
  },
  {
    callee: executing,
    parameter: commandLine,
    given: 'named',
    ...commands,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-vm'; export const f = (tainted) => acme.runCommand({ command: tainted })",
      python: 'import acme_vm\ndef f(tainted):\n    return acme_vm.run_command(cmd=tainted)',
    },
  },
  {
    callee: executing,
    parameter: commandLine,
    given: 'position',
    ...commands,
    confidence: 'medium',
    example: {
      javascript: "import acme from 'acme-vm'; export const f = (tainted) => acme.runCommand(tainted.command)",
      python: 'import acme_vm\ndef f(tainted):\n    return acme_vm.Machine().run_command(tainted["command"])',
    },
  },
]

/** Function names that suggest an argument with query text. */
export const queryFunctions = /^\S+ (?:.* )?(?:query|sql|statement|cypher|kql|soql|graphql|sparql)\b/

/** Names of objects, classes, and packages that run queries. */
export const clientWords = new RegExp(
  String.raw`(?:^|[a-z] )(?:\S*(?:client|connection|database|driver|session|sql|db)|conn|connect|pool|engine|cursor|` +
    String.raw`store|sdk|api|cluster|warehouse|graph|kusto|tx|transaction|knex|trino|presto|spark|ignite)\b`,
)

/**
 * Options that determine which host a client connects to. A caller can set them if all its arguments become options.
 */
export const addressOptions: readonly string[] = [
  'host',
  'hostname',
  'baseUrl',
  'baseURL',
  'base_url',
  'apiUrl',
  'api_url',
  'endpoint',
  'proxy',
]

/** Standard library modules of Python and Node.js. Their functions have models if they are sinks. */
export const standardModules: ReadonlySet<string> = new Set(
  (
    'abc aifc antigravity argparse array assert ast async_hooks asynchat asyncio asyncore atexit audioop base64 bdb ' +
    'binascii bisect buffer builtins bz2 cProfile calendar cgi cgitb child_process chunk cluster cmath cmd code ' +
    'codecs codeop collections colorsys compileall concurrent configparser console constants contextlib contextvars ' +
    'copy copyreg crypt crypto csv ctypes curses dataclasses datetime dbm decimal dgram diagnostics_channel difflib ' +
    'dis distutils dns doctest domain email encodings ensurepip enum errno events faulthandler fcntl filecmp ' +
    'fileinput fnmatch fractions fs ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip ' +
    'hashlib heapq hmac html http http2 https idlelib imaplib imghdr imp importlib inspect inspector io ipaddress ' +
    'itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap module ' +
    'modulefinder msilib msvcrt multiprocessing net netrc nis nntplib node:sea node:sqlite node:test nt ntpath ' +
    'nturl2path numbers opcode operator ' +
    'optparse os ossaudiodev path pathlib pdb perf_hooks pickle pickletools pipes pkgutil platform plistlib poplib ' +
    'posix posixpath pprint process profile pstats pty punycode pwd py_compile pyclbr pydoc pydoc_data pyexpat ' +
    'querystring queue quopri random re readline repl reprlib resource rlcompleter runpy sched secrets select ' +
    'selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile ' +
    'sre_constants sre_parse ssl stat statistics stream string string_decoder stringprep struct subprocess sunau ' +
    'symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios test textwrap this threading time ' +
    'timeit timers tkinter tls token tokenize tomllib trace trace_events traceback tracemalloc tty turtle turtledemo ' +
    'types typing unicodedata unittest url urllib util uu uuid v8 venv vm warnings wasi wave weakref webbrowser ' +
    'winreg winsound worker_threads wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo'
  ).split(' '),
)

/**
 * Packages whose functions do not do what their names suggest here: they validate, format, log, parse, or serve. A name
 * that ends with `/` is a scope or a package folder.
 */
export const unpresumedPackages: ReadonlySet<string> = new Set(
  (
    'zod joi yup ajv valibot superstruct io-ts class-validator validator jsonschema pydantic marshmallow cerberus ' +
    'attrs attr voluptuous typer click argparse commander yargs minimist cac inquirer prompts chalk picocolors ' +
    'kleur ora winston pino bunyan log4js loglevel debug signale consola loguru structlog rich tqdm colorama ' +
    'express fastify koa hono restify connect cors helmet morgan body-parser cookie-parser multer flask fastapi ' +
    'starlette django werkzeug aiohttp sanic tornado bottle quart uvicorn gunicorn hypercorn mcp fastmcp lodash ' +
    'underscore ramda uuid nanoid dayjs moment luxon date-fns qs query-string url-parse mime mime-types minimatch ' +
    'micromatch picomatch semver dotenv react react-dom vue svelte preact next nuxt vite webpack rollup esbuild ' +
    'jest vitest mocha chai sinon supertest pytest unittest mock nock msw rxjs immer mobx redux effect i18next ' +
    'numpy pathlib typing_extensions six tenacity cachetools lru-cache p-queue p-limit p-map async ' +
    'jsonwebtoken jose jwt bcrypt bcryptjs argon2 passlib cryptography marked markdown-it turndown showdown ' +
    'cheerio htmlparser2 jsdom bs4 beautifulsoup4 html2text markdown markdownify sanitize-html dompurify ' +
    'tree-sitter @babel/parser typescript acorn esprima prettier eslint tiktoken tokenizers graphql graphql-tag ' +
    '@modelcontextprotocol/ @types/ @nestjs/ @hono/ @fastify/ @opentelemetry/ @sentry/ opentelemetry sentry_sdk ' +
    'prometheus_client vscode electron'
  ).split(' '),
)
