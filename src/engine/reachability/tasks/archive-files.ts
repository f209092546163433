import { dialectOf, mayBeSource } from '../../analysis/source-dialect.ts'

/** Extensions of files that the module loaders of Node.js and Python do not execute. */
const dataExtensions = new Set(
  (
    'avif bat bmp cff cmd crt css csv cur dat diff eot eps exe flow gif gz htm html icns ico jpeg jpg json ' +
    'json5 jsonc jst less lock log map markdown md mo mp3 mp4 ogg otf patch pdf pem png po pot properties ' +
    'proto ps1 psd pyi rst sass scss sh snap styl svg tar tgz toml tsbuildinfo tsv ttf txt typed wav webm webp ' +
    'woff woff2 xml yaml yml zip'
  ).split(' '),
)

/** Names of files without an extension that contain no code. Names that start with a dot contain none either. */
const dataName = /^(?:\..*|[A-Z][A-Z_.-]*|Record|Rakefile|Wheel)$/
/** Names of documents without an extension, in any case. */
const documentName = /^(?:authors|changelog|changes|contributors|copying|licen[cs]e|makefile|notice|readme)$/i

const nativeName = /(?:\.(?:node|so|pyd|dll|dylib)|\.so\.[\d.]+|(?:^|\/)binding\.gyp)$/

/** Source files from which the installation of a Python package compiles native code. */
const compiledForPython = /\.(?:c|cc|cpp|cxx|f|f90|pyx|rs)$/i

/** First bytes of programs for Linux and macOS. No JavaScript or Python code can start with them. */
const executableStarts = ['7f454c46', 'cffaedfe', 'cefaedfe', 'cafebabe'].map((hex) => Buffer.from(hex, 'hex'))

/** Reports whether a file is a compiled program. It runs in its own process, so it calls no function of a package. */
const isExecutable = (content: Buffer): boolean =>
  executableStarts.some((start) => content.subarray(0, start.length).equals(start))

/** How the summary of a package treats a file. */
export type FileUse = 'source' | 'native' | 'data' | 'unread'

/**
 * Returns whether a file of an archive is source code, compiled code, data, or code that no front end reads. Without
 * content, source code counts as unread.
 */
export function fileUse(
  { path, content }: { readonly path: string; readonly content: Buffer | undefined },
  ecosystem: 'npm' | 'PyPI',
): FileUse {
  if (nativeName.test(path) || (ecosystem === 'PyPI' && compiledForPython.test(path))) return 'native'
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/\.d\.[cm]?ts$/.test(name)) return 'data'
  if (content && isExecutable(content)) return 'data'
  // Web pages of Python packages run these files. Python does not.
  if (ecosystem === 'PyPI' && /\.[cm]?[jt]sx?$/i.test(name)) return 'data'
  const dialect = content && mayBeSource(path) ? dialectOf({ path, content }) : undefined
  if (dialect) return dialect.semantics.files.declaring.has(dialect.name) ? 'data' : 'source'
  // Python imports no other files. Node.js runs any other file as JavaScript if a program requires it by name.
  if (ecosystem === 'PyPI') return /\.(?:py|pyc|pyw)$/i.test(name) ? 'unread' : 'data'
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : undefined
  if (extension === undefined || name.startsWith('.'))
    return dataName.test(name) || documentName.test(name) ? 'data' : 'unread'
  return dataExtensions.has(extension) ? 'data' : 'unread'
}

/** Folders in which source distributions keep their packages. PyYAML has one for each major version of Python. */
const sourceFolders = ['lib3', 'src'] as const

/** Returns the folder that contains the packages of a source distribution, with a slash at the end. */
export function sourceFolderOf(paths: ReadonlySet<string>): string {
  const folder = sourceFolders.find(
    (one) => !paths.has(`${one}/__init__.py`) && [...paths].some((path) => path.startsWith(`${one}/`)),
  )
  return paths.has('PKG-INFO') && folder !== undefined ? `${folder}/` : ''
}

/**
 * Returns the path of a Python file after the installation. Wheels keep some files in a `.data` folder.
 *
 * @param sourceFolder result of `sourceFolderOf`
 */
export function installedPath(path: string, sourceFolder: string): string {
  const installed = path.replace(/^[^/]+\.data\/(?:purelib|platlib)\//, '')
  return installed.startsWith(sourceFolder) ? installed.slice(sourceFolder.length) : installed
}
