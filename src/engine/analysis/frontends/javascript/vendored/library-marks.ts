import { TextSearch } from './text-search.ts'

/**
 * Strings from well-known libraries that minifiers keep: mostly error messages and option names. Each was searched for
 * in the files of 250 packages and occurs only in its library, or in packages built from it. None is an error message
 * that a project might use itself. `root path required`, `request entity too large`, and `Unknown format "` are not
 * listed, because they also occur in project code, which would then be skipped.
 */
const marks: Readonly<Record<string, readonly string[]>> = {
  '@hono/node-server': [
    'Client connection prematurely closed.',
    'Backslash in request path',
    'Absolute URL for :path is not allowed in HTTP/2',
  ],
  '@modelcontextprotocol/sdk': [
    'Server does not support completions (required for ',
    'Bad Request: Mcp-Session-Id header is required',
    'StdioServerTransport already started!',
    'Schema is missing a method literal',
    'Client does not support sampling',
    'Maximum total timeout exceeded',
    'Not Acceptable: Client must accept both application/json and text/event-stream',
  ],
  ajv: ['schema with key or id "', 'NOT SUPPORTED: keyword "id", use "$id" for schema ID'],
  'ajv-formats': ['ajv-formats/dist/formats'],
  axios: ['maxContentLength size of ', 'withXsrfToken', 'clarifyTimeoutError'],
  bson: ['Invalid UTF-8 string in BSON document'],
  cheerio: ['cheerio.load() expects a string'],
  commander: ["error: unknown option '", "error: missing required argument '"],
  depd: ['argument namespace is required'],
  eventsource: ['Invalid content type, expected "text/event-stream"'],
  express: [
    'app.use() requires a middleware function',
    'No default engine was specified and no extension was provided.',
    'name argument is required to req.get',
    '.urlencoded=',
  ],
  'fast-uri': ['URI can not be parsed.'],
  'fast-xml-parser': ['Multiple possible root nodes found.'],
  'follow-redirects': ['Maximum number of redirects exceeded'],
  'form-data': ['_valuesToMeasure'],
  handlebars: [
    'You must pass a string or Handlebars AST to Handlebars.compile',
    'Access has been denied to resolve the property',
  ],
  hono: [
    'Can not add a route since the matcher is already built.',
    'Context is not finalized. Did you forget to return a Response object or `await next()`?',
  ],
  'iconv-lite': ['Iconv-lite warning: decode()-ing strings is deprecated'],
  ioredis: ['Reached the max retries per request limit (which is ', '[ioredis] Unhandled error event:'],
  jose: ['Invalid Compact JWS', 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  lodash: ['Unsupported core-js use. Try https://npms.io/search?q=ponyfill.'],
  mongodb: ['Server record does not share hostname with parent URI'],
  mysql2: ['Bind parameters must not contain undefined'],
  'node-fetch': ['node-fetch cannot load '],
  pg: [
    'Client has already been connected. You cannot reuse a client.',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
  ],
  qs: ['Encoder has to be a function.', 'Unknown format option provided.'],
  'raw-body': ['request size did not match content length'],
  router: ['argument handler must be a function'],
  'serve-static': ['option setHeaders must be function'],
  winston: ['[winston] Unknown logger level: %s', '[winston] Attempt to write logs with no transports'],
  ws: [
    'WebSocket was closed before the connection was established',
    'Invalid WebSocket frame: ',
    'Server sent an invalid subprotocol',
  ],
  yargs: [
    'Not enough non-option arguments: got %s, need at least %s',
    'Path to JSON config file',
    'Argument check failed: %s',
    'Not enough arguments following: %s',
    'Arguments %s and %s are mutually exclusive',
  ],
  zod: [
    'Discriminator property ',
    'Synchronous parse encountered promise.',
    'Can\'t use "invalid_type_error" or "required_error" in conjunction with custom error map.',
    'Encountered Promise during synchronous parse. Use .parseAsync() instead.',
  ],
  'zod-to-json-schema': ['Recursive reference detected at '],
}

/** A place where a library string occurs. */
export interface LibraryMark {
  readonly at: number
  readonly library: string
}

/** Maximum number of matches per string. */
const maxOfOne = 50

const search = new TextSearch(
  Object.entries(marks).flatMap(([library, texts]) => texts.map((text) => ({ text, of: library }))),
)

/** Returns the library strings found in a file, in ascending order. */
export function libraryMarks(text: string): LibraryMark[] {
  return search.places(text, maxOfOne).map(({ at, of }) => ({ at, library: of }))
}
