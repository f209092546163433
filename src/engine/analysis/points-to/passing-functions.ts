/**
 * External functions that return one of their arguments: the argument's position, or `receiver` if the method returns
 * its own receiver.
 */
export const passingFunctions: ReadonlyMap<string, number | 'receiver'> = new Map<string, number | 'receiver'>([
  ['util.promisify', 0],
  ['util.callbackify', 0],
  ['util.deprecate', 0],
  ['es6-promisify.promisify', 0],
  ['pify', 0],
  ['Object.freeze', 0],
  ['Object.seal', 0],
  ['Object.create', 0],
  ['structuredClone', 0],
  ['Promise.resolve', 0],
  ['Promise.all', 0],
  ['Promise.allSettled', 0],
  ['Promise.race', 0],
  ['Promise.any', 0],
  ['Array.from', 0],
  ['Array.of', 0],
  ['lodash.cloneDeep', 0],
  ['lodash.debounce', 0],
  ['lodash.throttle', 0],
  ['p-limit()', 0],
  ['react.cache', 0],
  ['functools.wraps()', 0],
  ['functools.lru_cache', 0],
  ['functools.lru_cache()', 0],
  ['functools.cache', 0],
  ['functools.partial', 0],
  ['asyncio.to_thread', 0],
  ['staticmethod', 0],
  ['classmethod', 0],
  ['property', 0],
  ['vars', 0],
  ['list', 0],
  ['tuple', 0],
  ['set', 0],
  ['sorted', 0],
  ['reversed', 0],
  ['iter', 0],
  ['dict', 0],
  ['contextlib.contextmanager', 0],
  ['contextlib.asynccontextmanager', 0],
  ['typing.cast', 1],
  ['copy.copy', 0],
  ['copy.deepcopy', 0],
  ['asyncio.gather', 0],
  ['asyncio.wait_for', 0],
])

/**
 * Functions that return an object's values in a container, such as `Object.values` and `Object.entries`, and functions
 * that copy other arguments into their first one.
 */
export const listingFunctions: ReadonlySet<string> = new Set([
  'Object.values',
  'Object.entries',
  'Object.fromEntries',
  'enumerate',
  'zip',
  'Reflect.ownKeys',
])
export const assigningFunctions: ReadonlySet<string> = new Set([
  'Object.assign',
  'lodash.merge',
  'lodash.assign',
  'lodash.extend',
  'lodash.defaults',
])

/**
 * Functions whose result is modeled as the result of their first argument, which a framework calls for each request.
 */
export const providingFunctions: ReadonlySet<string> = new Set([
  'fastapi.Depends',
  'fastapi.Security',
  'fastapi.params.Depends',
  'fastmcp.dependencies.Depends',
])

/**
 * Compiler helpers that re-export everything from another module, `(from, to)`, or define exports as getters, `(to,
 * getters)`. Defined in the program or in tslib.
 */
export const starFunctions: ReadonlySet<string> = new Set(['__exportStar', 'tslib.__exportStar', '_export_star'])
export const exportingFunctions: ReadonlySet<string> = new Set(['__export', '__exportAll', '_export'])

/**
 * Compiler helpers for interoperability between CommonJS and ES modules, defined in the program or in tslib. They
 * return the module itself.
 */
export const interopFunctions: ReadonlySet<string> = new Set([
  '__importDefault',
  '__importStar',
  '__toESM',
  '__toCommonJS',
  '_interopRequireDefault',
  '_interopRequireWildcard',
  '_interopNamespace',
  '_interopNamespaceDefault',
  '_interopDefault',
  '_interopDefaultLegacy',
  '_interop_require_default',
  '_interop_require_wildcard',
  '__interopRequireDefault',
  '__interopRequireWildcard',
  'interopDefault',
])
