/**
 * Modules and globals whose functions return a value derived from their arguments. For other awaited calls, the result
 * is assumed to come from elsewhere.
 */
const passing = [
  'String',
  'Buffer',
  'JSON',
  'Object',
  'Array',
  'URL',
  'URLSearchParams',
  'decodeURIComponent',
  'decodeURI',
  'encodeURI',
  'encodeURIComponent',
  'escape',
  'unescape',
  'Promise',
  'structuredClone',
  'Map',
  'Set',
  'Reflect',
  'TextEncoder',
  'TextDecoder',
  'atob',
  'btoa',
  'Symbol',
  'RegExp',
  'Function',
  'path',
  'url',
  'util',
  'querystring',
  'lodash',
  'shell-quote',
  'qs',
  'zod',
  'fs.realpath',
  'fs.realpathSync',
  'fs.promises.realpath',
  'yaml',
  'js-yaml',
  'json5',
  'fs-extra.realpath',
  'jszip',
  'xml2js',
  'fast-xml-parser',
  'csv-parse',
  'papaparse',
  'gray-matter',
  'decompress',
  'mammoth',
  '@msgpack/msgpack',
  'os.path',
  'pathlib',
  'str',
  'repr',
  'format',
  'list',
  'dict',
  'tuple',
  'set',
  'sorted',
  'json',
  'urllib.parse',
  'copy',
  'shlex',
  'bytes',
  'base64',
  're',
  'textwrap',
  'html',
  'itertools',
  'functools',
  'typing',
  'pydantic',
  'dataclasses',
  'collections',
  'map',
  'filter',
  'zip',
  'enumerate',
  'reversed',
  'min',
  'max',
  'next',
  'iter',
  'os.fspath',
  'os.fsencode',
  'getattr',
]

const passingNames = new Set(passing)

/** Functions that connect to a remote service. They take an address and a name, but their result contains neither. */
const connecting = new RegExp(
  String.raw`^(?:connect|create_(?:async_)?(?:pool|engine|client|connection)|createPool|createConnection|` +
    String.raw`createClient|driver|get_client|\w*(?:Client|Connection|Pool|Engine|Driver|Session|Redis))$`,
)

/** True if a call with this name returns a connection instead of a value derived from its arguments. */
export function givesConnection(name: string): boolean {
  return connecting.test(name.slice(name.lastIndexOf('.') + 1).replace(/^new /, ''))
}

/** Reports whether a call with this name returns database rows. Rows are not derived from the arguments. */
export const givesRows = (name: string): boolean => /\.prepare\(\)\.(?:get|all|iterate|run)$/.test(name)

/** True if the result of a call with this name is derived from its arguments. */
export function passesArguments(name: string): boolean {
  const plain = name.replace(/^new /, '')
  for (let end = plain.length; end > 0; end = plain.lastIndexOf('.', end - 1))
    if (passingNames.has(plain.slice(0, end).replaceAll('()', ''))) return true
  return false
}

/** Verbs that start the names of methods that call a service. */
const askingMethod = new RegExp(
  String.raw`^(?:async_)?(?:create|start|submit|crawl|search|scrape|describe|get|list|fetch|request|invoke|call|send|` +
    String.raw`upload|query|execute|run|lookup|generate|predict|retrieve|find)(?:$|[A-Z_])`,
)

/**
 * True for a service method of a package's object, or of a part of that object, judging by the method name.
 * `Client().start_job` and `Client().jobs.start` return new data, such as a job ID.
 */
export function asksClient(name: string): boolean {
  const end = name.lastIndexOf('.')
  const object = name.slice(0, Math.max(end, 0))
  return (object.startsWith('new ') || object.includes('()')) && askingMethod.test(name.slice(end + 1))
}
