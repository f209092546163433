/** Returns the words of lines that are separated by spaces. */
function named(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Objects of the runtime. Reading their attributes reads nothing of packages. */
export const runtimeObjects: ReadonlySet<string> = named(
  'Array ArrayBuffer Atomics BigInt Boolean Buffer DataView Date Error EvalError Function Infinity Intl',
  'JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String',
  'Symbol SyntaxError TypeError URIError URL URLSearchParams WeakMap WeakRef WeakSet WebAssembly',
  'console crypto performance process TextDecoder TextEncoder Uint8Array Int8Array Uint16Array',
  'Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray AggregateError',
  'AbortController AbortSignal Event EventTarget Headers Request Response FormData Blob __dirname',
  '__filename import.meta require undefined structuredClone fetch',
)

/** Names of CommonJS modules. Assigning to them declares no variable. */
export const moduleNames: ReadonlySet<string> = named('module exports require globalThis global window self process')

/** Functions of the runtime that do not call their arguments. */
export const passiveFunctions: ReadonlySet<string> = named(
  'String Number Boolean BigInt Symbol parseInt parseFloat isNaN isFinite Date encodeURIComponent',
  'decodeURIComponent encodeURI decodeURI escape unescape RegExp Error TypeError RangeError SyntaxError',
  'ReferenceError URL URLSearchParams Uint8Array Array Object Map Set WeakMap WeakSet clearTimeout',
  'clearInterval clearImmediate Buffer ArrayBuffer DataView require structuredClone atob btoa',
)

/** Objects of the runtime whose methods do not call their arguments. */
export const passiveObjects: ReadonlySet<string> = named(
  'Math console Number String Date Buffer Symbol Object Boolean BigInt URL Uint8Array ArrayBuffer',
  'Intl Atomics performance RegExp Error import.meta',
)

/** Node.js modules whose functions do not call their arguments. */
export const passiveModules: ReadonlySet<string> = new Set(['path', 'url', 'querystring', 'os', 'punycode', 'tty'])

/** Methods of the runtime that call their arguments. Any object may have such a method. */
export const callingMethods: ReadonlySet<string> = named(
  'map forEach filter reduce reduceRight some every find findIndex findLast findLastIndex flatMap sort',
  'toSorted from then catch finally on once off addListener prependListener addEventListener replace',
  'replaceAll nextTick apply construct use pipe listen run runInAsyncScope groupBy promisify',
  'callbackify emit',
)

/** Methods that the runtime calls without naming them in the program. */
export const implicitMethods: ReadonlySet<string> = named(
  'toString valueOf toJSON toISOString toLocaleString then next return throw inspect handleEvent connectedCallback',
  'disconnectedCallback attributeChangedCallback adoptedCallback _read _write _writev _final _transform',
  '_flush _destroy _construct captureStackTrace prepareStackTrace transform write writev read final flush',
  'destroy construct start pull cancel abort close end emit set add exec lookup createConnection',
  'onmessage onerror onmessageerror onopen onclose onload',
)

/** Keys of property descriptors and of proxy handlers: the runtime calls their functions. */
export const descriptorKeys: ReadonlySet<string> = named('get set value enumerable configurable writable')
export const proxyKeys: ReadonlySet<string> = named(
  'get set has deleteProperty ownKeys getOwnPropertyDescriptor defineProperty apply construct',
  'getPrototypeOf setPrototypeOf isExtensible preventExtensions',
)

/** Helpers of compilers that return the imported module, or an object with the same exports. */
export const interopHelpers: ReadonlySet<string> = named(
  '__importDefault __importStar _interopRequireDefault _interopRequireWildcard __toESM',
  '_interopDefaultLegacy _interopNamespace _interopNamespaceDefault __toModule interopRequireDefault',
  'interopRequireWildcard _interop_require_default _interop_require_wildcard',
  '_interopNamespaceDefaultOnly _interopNamespaceCompat',
)

/** Helpers of compilers that export everything from another module. */
export const exportStarHelpers: ReadonlySet<string> = new Set([
  '__exportStar',
  '__export',
  '_export_star',
  '__reExport',
])
