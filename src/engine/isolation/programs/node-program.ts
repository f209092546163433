import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileRight, FileRule } from '../kernel/file-rules.ts'
import { nodeLauncher } from './launchers.ts'

/** Folders that a confined Node program may and may not use. */
export interface ProgramFolders {
  /** The only folder in which the program may change files. */
  readonly ownFolder: string
  /** Folder that the program must not read, apart from `ownFolder`. */
  readonly secretFolder: string
  /** Folders that contain programs, as in the variable `PATH`. */
  readonly pathFolders: readonly string[]
  /** Further files and folders that the program reads, such as certificates. */
  readonly readable: readonly string[]
}

const root = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)))

/** Programs, libraries, and data of the system. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']
/** Settings of name resolution, certificates, the dynamic linker, and the time zone. */
const systemSettings = (
  'resolv.conf hosts host.conf nsswitch.conf gai.conf services protocols ssl/certs ssl/cert.pem ssl/openssl.cnf ' +
  'pki/tls/certs pki/tls/cert.pem pki/tls/openssl.cnf pki/ca-trust ca-certificates ca-certificates.conf ' +
  'crypto-policies ld.so.cache ld.so.conf ld.so.conf.d ld-musl-x86_64.path ' +
  'ld-musl-aarch64.path alternatives passwd group localtime timezone os-release perl gitconfig'
)
  .split(' ')
  .map((name) => join('/etc', name))

const readable: readonly FileRight[] = ['read-file', 'read-dir']
const executable: readonly FileRight[] = [...readable, 'execute']
const writable: readonly FileRight[] = [
  ...readable,
  ...(['write-file', 'truncate', 'make-reg', 'make-dir', 'make-sym', 'remove-file', 'remove-dir', 'refer'] as const),
]
/** Rights that the kernel accepts for a file. The others apply to folders only. */
const ofFiles: ReadonlySet<FileRight> = new Set(['execute', 'read-file', 'write-file', 'truncate'])

/**
 * Returns the command that starts a Node program with the network, with the files of the system and its own, and
 * without everything else: it can neither read nor write other files, and it can neither trace nor read other
 * processes.
 *
 * @param words options of Node, the program, and its arguments
 */
export function confinedNodeProgram(words: readonly string[], folders: ProgramFolders): string[] {
  return [
    ...nodeLauncher({ program: process.execPath, files: filesOf(folders), kind: 'scan-process' }, 'node'),
    ...words,
  ]
}

function filesOf({ ownFolder, secretFolder, pathFolders, readable: further }: ProgramFolders): FileRule[] {
  const secret = existing(secretFolder) ?? secretFolder
  const granted = (paths: readonly string[], rights: readonly FileRight[]) =>
    [...new Set(paths.flatMap((path) => existing(path) ?? []))]
      .flatMap((path) => [...around(path, secret)])
      .map((path) => ruleOf(path, rights))
  return [
    ...granted([process.execPath, ...systemFolders, ...pathFolders.filter((path) => isAbsolute(path))], executable),
    ...granted([`${root}/dist`, `${root}/package.json`, ...packageFolders(), ...systemSettings, ...further], readable),
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
