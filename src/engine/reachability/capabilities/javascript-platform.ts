import { isBuiltin } from 'node:module'
import { functionsOf, type ModuleCapabilities, platformModel, type PlatformFunction } from './platform-model.ts'
import type { PackageCapability } from '../../model/package-capability.ts'

const runs = ['executes-commands'] as const
const connects = ['network-egress'] as const
const listens = ['network-ingress'] as const
const reads = ['reads-files'] as const
const writes = ['writes-files'] as const
const copies = ['reads-files', 'writes-files'] as const
const evaluates = ['dynamic-code'] as const
const native = ['native-code'] as const

const byPath = { condition: 'names-a-file' } as const

const readers = 'readFile readdir opendir glob'
const writers =
  'writeFile appendFile mkdir mkdtemp rm rmdir unlink rename symlink link chmod lchmod chown lchown truncate ' +
  'utimes lutimes'
const copiers = 'copyFile cp'

const alsoSync = (names: string) => `${names} ${names.replaceAll(/\S+/g, '$&Sync')}`

/** Functions of `fs`. Checks such as `stat` and `access` read no file. Descriptors come from `open`. */
const files: readonly [string, PlatformFunction][] = [
  ...functionsOf('fs', alsoSync(readers), reads, byPath),
  ...functionsOf('fs', 'createReadStream ReadStream FileReadStream openAsBlob', reads, byPath),
  ...functionsOf('fs', alsoSync(writers), writes, byPath),
  ...functionsOf('fs', 'createWriteStream WriteStream FileWriteStream', writes, byPath),
  ...functionsOf('fs', alsoSync(copiers), copies),
  ...functionsOf('fs.promises', readers, reads),
  ...functionsOf('fs.promises', writers, writes),
  ...functionsOf('fs.promises', copiers, copies),
  ...functionsOf('fs', 'open openSync promises.open', reads, { condition: 'opens-file' }),
]

/** Node.js modules and the globals of Node.js and browsers. */
export const javaScriptPlatform = platformModel({
  isPlatformModule: isBuiltin,
  exportsAreDeliberate: true,
  // Bundlers replace `process.env.NODE_ENV` with a constant, so almost every package reads it.
  ignoredMembers: new Set(['NODE_ENV']),
  inspectors: new Set(['Boolean', 'String']),
  functions: new Map([
    ...files,
    ...functionsOf('child_process', 'spawn spawnSync exec execSync execFile execFileSync fork', runs),
    ...functionsOf('cluster', 'fork', runs),
    ...functionsOf(':process', 'execve', runs),
    ...functionsOf('http', 'request get ClientRequest', connects),
    ...functionsOf('https', 'request get', connects),
    ...functionsOf('http2', 'connect', connects),
    ...functionsOf('net', 'connect createConnection Socket Stream', connects),
    ...functionsOf('tls', 'connect', connects),
    ...functionsOf('dgram', 'createSocket Socket', connects),
    ...['dns', 'dns.promises'].flatMap((module) =>
      functionsOf(
        module,
        'lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr ' +
          'resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse Resolver',
        connects,
      ),
    ),
    ...functionsOf(':', 'fetch', connects),
    ...functionsOf(':', 'WebSocket EventSource XMLHttpRequest WebTransport RTCPeerConnection', connects),
    ...functionsOf(':navigator', 'sendBeacon', connects),
    ...functionsOf('http', 'createServer Server', listens),
    ...functionsOf('https', 'createServer Server', listens),
    ...functionsOf('http2', 'createServer createSecureServer', listens),
    ...functionsOf('net', 'createServer Server', listens),
    ...functionsOf('tls', 'createServer Server', listens),
    ...functionsOf(':process', 'env', ['reads-environment'], { when: 'use' }),
    ...functionsOf(':', 'eval eval.call eval.apply Function.apply', evaluates, { when: 'call' }),
    ...functionsOf(':', 'Function', evaluates, { when: 'call', condition: 'unfixed-code' }),
    ...functionsOf(':', 'setTimeout setInterval setImmediate', evaluates, { when: 'call', condition: 'text-timer' }),
    ...functionsOf(
      'vm',
      'runInThisContext runInNewContext runInContext compileFunction Script createScript SourceTextModule',
      evaluates,
    ),
    ...['module', 'module()', 'module.prototype'].flatMap((module) => functionsOf(module, '_compile', evaluates)),
    ...functionsOf(':process', 'dlopen', native),
    ...functionsOf(':process', 'binding _linkedBinding', native, { when: 'call', condition: 'internal-binding' }),
  ]),
  modules: new Map<string, ModuleCapabilities>([
    ['child_process', { stored: runs, exported: runs }],
    // Code that stores `fs` usually reads. Packages that export it let other packages write, too.
    ['fs', { stored: reads, exported: copies }],
    ['fs.promises', { stored: reads, exported: copies }],
    ['http', { stored: connects, exported: connects }],
    ['https', { stored: connects, exported: connects }],
    ['net', { stored: connects, exported: connects }],
    ['tls', { stored: connects, exported: connects }],
    ['dgram', { stored: connects, exported: connects }],
    ['vm', { stored: evaluates, exported: evaluates }],
  ]),
  aliases: new Map([
    [':globalThis', ':'],
    [':global', ':'],
    [':window', ':'],
    [':self', ':'],
    ['process', ':process'],
    ['module.Module', 'module'],
  ]),
  importers: new Set([
    ':require',
    ':module.require',
    ':process.mainModule.require',
    ':process.getBuiltinModule',
    ':module.constructor._load',
    'module._load',
    'module.createRequire()',
    'module.createRequireFromPath()',
  ]),
})

/** Capabilities of the internal modules of Node.js that `process.binding` returns. */
export const internalBindings = new Map<string, readonly PackageCapability[]>([
  ['spawn_sync', runs],
  ['process_wrap', runs],
  ['tcp_wrap', connects],
  ['udp_wrap', connects],
  ['pipe_wrap', connects],
  ['tls_wrap', connects],
  ['cares_wrap', connects],
  ['fs', copies],
  ['contextify', evaluates],
])
