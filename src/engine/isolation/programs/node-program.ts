import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileRight, FileRule } from '../kernel/file-rules.ts'
import { type LaunchPlan, nodeLauncher } from './launchers.ts'
import { dynamicLinkerOf } from './program-files.ts'

/** Folders that the scan process and the fetcher may and may not use. */
export interface ProgramFolders {
  /** The only folder in which the scan process may change files. The fetcher may not use it. */
  readonly ownFolder: string
  /** Folder that they must not read, apart from `ownFolder`. */
  readonly secretFolder: string
  /** Folders that contain programs, as in the variable `PATH`. Only the scan process may use them. */
  readonly pathFolders: readonly string[]
  /** Further files and folders with certificates. Only the fetcher may read them. */
  readonly certificates: readonly string[]
  /** Further files and folders that both may read. */
  readonly readable: readonly string[]
}

const root = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))

/** Programs, libraries, and data of the system. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']
/** Libraries, certificates, and time zones of the system. */
const systemLibraries = (
  '/usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /lib /lib32 /lib64 /nix/store /gnu/store ' +
  '/usr/share/ca-certificates /usr/local/share/ca-certificates /usr/share/pki /usr/share/zoneinfo'
).split(' ')

const inSettings = (names: string): string[] => names.split(' ').map((name) => join('/etc', name))
/** Settings of the dynamic linker, cryptography, and the time zone. */
const startSettings = inSettings(
  'ssl/openssl.cnf pki/tls/openssl.cnf crypto-policies ld.so.cache ld.so.conf ld.so.conf.d ld-musl-x86_64.path ' +
    'ld-musl-aarch64.path localtime timezone',
)
/** Settings of programs that the scan process starts. */
const programSettings = inSettings('alternatives passwd group os-release perl gitconfig')
/** Settings of name resolution, and certificates. */
const networkSettings = inSettings(
  'resolv.conf hosts host.conf nsswitch.conf gai.conf services protocols ssl/certs ssl/cert.pem pki/tls/certs ' +
    'pki/tls/cert.pem pki/ca-trust ca-certificates ca-certificates.conf',
)

const readable: readonly FileRight[] = ['read-file', 'read-dir']
const executable: readonly FileRight[] = [...readable, 'execute']
const writable: readonly FileRight[] = [
  ...readable,
  ...(['write-file', 'truncate', 'make-reg', 'make-dir', 'make-sym', 'remove-file', 'remove-dir', 'refer'] as const),
]
/** Rights that the kernel accepts for a file. The others apply to folders only. */
const ofFiles: ReadonlySet<FileRight> = new Set(['execute', 'read-file', 'write-file', 'truncate'])

/**
 * Returns the command that starts the scan process: a Node program with the programs of the system, and one folder of
 * its own. It has no network, it can neither read nor write other files, and it can neither trace nor read other
 * processes.
 *
 * @param words options of Node, the program, and its arguments
 * @param mark mark of the process and of all programs that it starts, see `markProcess`
 */
export function confinedScanProcess(words: readonly string[], folders: ProgramFolders, mark: number): string[] {
  return confined({ kind: 'scan-process', files: filesOfScanProcess(folders), mark }, words)
}

/**
 * Returns the command that starts the fetcher: a Node program with the network. It can read its code, certificates, and
 * settings of name resolution, and it can neither write files nor reach other processes. It can execute programs until
 * it calls `confineFetcher`, but only Node.
 *
 * @param words options of Node, the program, and its arguments
 */
export function confinedFetcher(words: readonly string[], folders: ProgramFolders): string[] {
  return confined({ kind: 'fetcher', files: filesOfFetcher(folders) }, words)
}

const confined = (plan: Omit<LaunchPlan, 'program'>, words: readonly string[]): string[] => [
  ...nodeLauncher({ program: process.execPath, ...plan }, 'node'),
  ...words,
]

/** Returns a function that grants rights to existing files and folders, apart from the secret folder. */
function grantsWithout(secretFolder: string) {
  const secret = existing(secretFolder) ?? secretFolder
  return (paths: readonly string[], rights: readonly FileRight[]): FileRule[] =>
    [...new Set(paths.flatMap((path) => existing(path) ?? []))]
      .flatMap((path) => [...around(path, secret)])
      .map((path) => ruleOf(path, rights))
}

const codeOfAssay = (): string[] => [`${root}/dist`, `${root}/package.json`, ...packageFolders()]

function filesOfFetcher({ secretFolder, certificates, readable: further }: ProgramFolders): FileRule[] {
  const granted = grantsWithout(secretFolder)
  return [
    ...granted([process.execPath, dynamicLinkerOf(process.execPath) ?? process.execPath], executable),
    ...granted([...codeOfAssay(), ...systemLibraries, ...startSettings, ...networkSettings], readable),
    ...granted([...certificates, ...further], readable),
    ...granted(['/dev/urandom', '/dev/random', '/dev/null'], readable),
  ]
}

function filesOfScanProcess({ ownFolder, secretFolder, pathFolders, readable: further }: ProgramFolders): FileRule[] {
  const granted = grantsWithout(secretFolder)
  return [
    ...granted([process.execPath, ...systemFolders, ...pathFolders.filter((path) => isAbsolute(path))], executable),
    ...granted([...codeOfAssay(), ...startSettings, ...programSettings, ...further], readable),
    // Programs write the settings of their own process there. The kernel refuses those of processes outside.
    ...granted(['/proc'], process.getuid?.() === 0 ? readable : [...readable, 'write-file']),
    ...granted(['/sys', '/dev/urandom', '/dev/random'], readable),
    ...granted(['/dev/null'], ['read-file', 'write-file']),
    ruleOf(realpathSync(ownFolder), writable),
  ]
}

/** Returns the path without links, or undefined if it does not exist or cannot be read. */
function existing(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function ruleOf(path: string, rights: readonly FileRight[]): FileRule {
  return { path, rights: statSync(path).isDirectory() ? rights : rights.filter((right) => ofFiles.has(right)) }
}

/**
 * Yields the path, or if the secret folder is in it, everything around that folder. The kernel grants a folder only as
 * a whole.
 */
function* around(path: string, secret: string): Generator<string> {
  if (path === secret || path.startsWith(`${secret}${sep}`)) return
  if (!`${secret}${sep}`.startsWith(path === sep ? path : `${path}${sep}`)) return yield path
  for (const name of readdirSync(path)) {
    const entry = existing(join(path, name))
    // A link could lead out of the folder.
    if (entry === join(path, name)) yield* around(entry, secret)
  }
}

/** Folders in which Node looks for the packages that Assay imports. */
function packageFolders(): string[] {
  const folders: string[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules'))
    if (dirname(folder) === folder) return folders.filter((path) => existsSync(path))
  }
}
