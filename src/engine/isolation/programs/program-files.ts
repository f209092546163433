import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, realpathSync } from 'node:fs'
import { childEnvironment } from '../confinement.ts'
import type { FileRule } from '../kernel/file-rules.ts'

/** Files that the dynamic linkers of glibc and musl read, and devices that git and the C library open. */
const sharedFiles: readonly FileRule[] = [
  ...['/etc/ld.so.cache', '/etc/ld-musl-x86_64.path', '/etc/ld-musl-aarch64.path', '/dev/urandom'].map(
    (path): FileRule => ({ path, rights: ['read-file'] }),
  ),
  { path: '/dev/null', rights: ['read-file', 'write-file'] },
]

/** How long the dynamic linker may take to list the libraries. */
const listTimeoutMs = 10_000

/**
 * Returns the files that a program needs to start: itself, its dynamic linker, its libraries, and two devices. Asks the
 * dynamic linker for the libraries. Returns undefined if the file is not an ELF program, for example a script.
 */
export function filesOfProgram(path: string): readonly FileRule[] | undefined {
  const interpreter = interpreterOf(path)
  if (interpreter === undefined) return undefined
  const programs = [path, ...(interpreter === '' ? [] : [interpreter])]
  const libraries = interpreter === '' ? [] : librariesOf(interpreter, path)
  return [
    ...programs.map((program): FileRule => ({ path: program, rights: ['execute', 'read-file'] })),
    ...libraries.map((library): FileRule => ({ path: library, rights: ['read-file'] })),
    ...sharedFiles.filter((file) => existsSync(file.path)),
  ]
}

/** Returns the path of a program's dynamic linker, or undefined if it has none or is not an ELF program. */
export const dynamicLinkerOf = (path: string): string | undefined => interpreterOf(path) || undefined

/** Parses lines such as `libz.so.1 => /lib/libz.so.1 (0x00007f…)`. */
function librariesOf(interpreter: string, path: string): string[] {
  const { stdout } = spawnSync(interpreter, ['--list', path], {
    env: childEnvironment,
    cwd: '/',
    encoding: 'utf8',
    timeout: listTimeoutMs,
  })
  const paths = (stdout ?? '').split('\n').flatMap((line) => {
    const [start, end] = [line.indexOf('/'), line.lastIndexOf(' (0x')]
    return start === -1 || end < start ? [] : [realpathSync(line.slice(start, end))]
  })
  return [...new Set(paths)]
}

/** Maximum size of the headers and the linker's path. They are at the start of the file. */
const headBytes = 4_096
/** `PT_INTERP`: the segment with the path of the dynamic linker. */
const interpreterSegment = 3

/**
 * Returns the path of the dynamic linker in a 64-bit little-endian ELF program, an empty text for a statically linked
 * program, and undefined for other files.
 */
function interpreterOf(path: string): string | undefined {
  const head = headOf(path)
  if (head.length < 64 || head.readUInt32BE(0) !== 0x7f45_4c46 || head.readUInt16BE(4) !== 0x0201) return undefined
  const [table, entryBytes, entries] = [Number(head.readBigUInt64LE(32)), head.readUInt16LE(54), head.readUInt16LE(56)]
  for (let place = table; place < table + entries * entryBytes && place + 56 <= head.length; place += entryBytes) {
    if (head.readUInt32LE(place) !== interpreterSegment) continue
    const start = Number(head.readBigUInt64LE(place + 8))
    const text = head.toString('latin1', start, start + Number(head.readBigUInt64LE(place + 32)))
    return text.split('\0', 1)[0] ?? ''
  }
  return ''
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(headBytes)
    return head.subarray(0, readSync(file, head, 0, headBytes, 0))
  } finally {
    closeSync(file)
  }
}
