import { extname } from 'node:path/posix'
import type { NotAnalyzedItem } from '../../model/not-analyzed.ts'

const archives: ReadonlySet<string> = new Set([
  '.7z',
  '.aar',
  '.apk',
  '.bz2',
  '.crate',
  '.deb',
  '.dxt',
  '.ear',
  '.egg',
  '.gem',
  '.gz',
  '.jar',
  '.mcpb',
  '.nupkg',
  '.rar',
  '.rpm',
  '.tar',
  '.tgz',
  '.vsix',
  '.war',
  '.whl',
  '.xz',
  '.zip',
  '.zst',
])

const binaries: ReadonlySet<string> = new Set([
  '.a',
  '.class',
  '.dll',
  '.dylib',
  '.exe',
  '.lib',
  '.node',
  '.o',
  '.pyc',
  '.pyd',
  '.so',
  '.wasm',
])

/** Magic bytes of executables: ELF, Mach-O (both byte orders and universal binaries), and Windows PE. */
const programStarts = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '4d5a'] as const

/** Classifies an archive or compiled file by its name. Returns `undecided` if the content must be checked. */
export function kindOfName(path: string): NotAnalyzedItem['kind'] | 'undecided' | undefined {
  const extension = extname(path).toLowerCase()
  if (archives.has(extension)) return 'archive'
  if (binaries.has(extension) || /\.so(?:\.\d+)+$/.test(path)) return 'binary'
  return extension === '' || extension === '.bin' ? 'undecided' : undefined
}

/** Reports whether a file starts with the magic bytes of an executable. */
export function isProgram(content: Buffer): boolean {
  const start = content.toString('hex', 0, 4)
  return programStarts.some((known) => start.startsWith(known))
}
