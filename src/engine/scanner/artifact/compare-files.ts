import type { PackageRegistryType } from '../../model/target.ts'
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { ArtifactComparison, ArtifactDifference } from '../../model/artifact-comparison.ts'
import { artifactLimits } from './artifact-limits.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import { npmFolder, type RepositoryFiles, RepositoryIndex } from './repository-files.ts'

/** A package's files and declared metadata. */
export interface PackagedFiles {
  readonly type: PackageRegistryType
  readonly name: string
  readonly version: string
  /** Package folder in the repository, as declared by the package. */
  readonly folder?: string
  readonly files: ReadonlyMap<string, SnapshotFile>
}

/**
 * Matches executable source text: JavaScript, TypeScript, Python, and shell files, and Python's `.pth` files. Type
 * declarations are not executed.
 */
const source = /(?<!\.d)\.(?:[cm]?[jt]sx?|pyw?|pth|sh|bash|ps1|cmd|bat)$/i

/**
 * Folder names that usually contain build output. `lib` is not included because it often contains hand-written code.
 */
const builtFolder =
  /^(?:dist|build|out|esm|cjs|umd|es|bundles?|min|output|typings|release|compiled|generated|_esm\d*|_cjs)$/i

/** Files that Python tools generate during a build. */
const generatedPython = /(?:^|\/)(?:_?_?version_?_?|_build\w*|\w+_pb2(?:_grpc)?)\.py$|\.(?:dist-info|egg-info)\//

/**
 * Compares a package's source files with those in its repository. Looks for the same path below the package folder or,
 * for Python, below any folder. Ignores differences in line endings, byte order mark, and version. Build output is
 * counted but not compared: files ignored by git, files with a same-named source in a different language, and files in
 * folders with typical build output names.
 */
export async function compareFiles(
  packaged: PackagedFiles,
  repository: RepositoryFiles,
  signal: AbortSignal,
): Promise<Omit<ArtifactComparison, 'repository' | 'commit' | 'ref'>> {
  const place =
    packaged.type === 'npm' ? npmFolder(repository, packaged.name, packaged.folder) : { folder: '', version: '' }
  if (!place) return { same: 0, built: 0, differences: [], more: 0, isOfAnother: true }
  const index = new RepositoryIndex(repository)
  const differences: ArtifactDifference[] = []
  let [same, built, more, bytes] = [0, 0, 0, 0]
  for (const file of [...packaged.files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!source.test(file.path) || /(?:^|\/)node_modules\//.test(file.path) || file.size > artifactLimits.maxFileBytes)
      continue
    bytes += file.size
    if (bytes > artifactLimits.yieldAfterBytes) {
      bytes = 0
      await turn()
      signal.throwIfAborted()
    }
    const difference = differenceOf(file, { packaged, index, ...place })
    if (difference === 'same') same += 1
    else if (difference === 'built') built += 1
    else if (differences.length < artifactLimits.maxDifferences) differences.push(difference)
    else more += 1
  }
  return { same, built, differences, more }
}

interface Beside {
  readonly packaged: PackagedFiles
  readonly index: RepositoryIndex
  readonly folder: string
  /** Version in the repository's manifest. */
  readonly version: string
}

function differenceOf(
  file: SnapshotFile,
  { packaged, index, folder, version }: Beside,
): ArtifactDifference | 'same' | 'built' {
  const { path } = file
  const exact = folder === '' ? path : `${folder}/${path}`
  const candidates = index.candidates(folder, path)
  const { content } = file
  const text = comparable(content, packaged.version)
  const others = candidates.flatMap((candidate) => {
    const other = index.files.get(candidate)?.content
    return other === undefined
      ? []
      : [{ path: candidate, content: other, text: comparable(other, packaged.version, version) }]
  })
  if (text === '' || others.some((other) => other.text === text)) return 'same'
  if (isBuilt(exact, packaged, index, folder)) return 'built'
  const [nearest] = others
  const digest = digestOf(content)
  // npm packages are often published from a build folder, so a file with the same name in another folder is unrelated.
  if (nearest && (packaged.type === 'pypi' || nearest.path === exact))
    return {
      path,
      digest,
      kind: 'changed',
      line: firstDifferentLine(text, nearest.text),
      repository: { path: nearest.path, digest: digestOf(nearest.content) },
    }
  return nearest && path === posix.basename(path) ? 'built' : { path, digest, kind: 'added', line: 1 }
}

function isBuilt(exact: string, { type }: PackagedFiles, index: RepositoryIndex, folder: string): boolean {
  if (index.isUnread(exact) || generatedPython.test(exact) || (index.hasSourceOf(exact) && !index.files.has(exact)))
    return true
  const [first = '', ...rest] = exact.slice(folder === '' ? 0 : folder.length + 1).split('/')
  if (!index.files.has(exact) && index.isIgnored(exact)) return true
  if (type === 'pypi' || rest.length === 0) return false
  return builtFolder.test(first) || (first === 'lib' && index.hasFolder(folder === '' ? 'src' : `${folder}/src`))
}

/**
 * Normalizes text for the comparison. Replaces version numbers, because publishing often inserts the package version
 * where the repository has a placeholder.
 */
function comparable(content: Buffer, ...versions: readonly string[]): string {
  const text = content
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replaceAll('\r\n', '\n')
    .trimEnd()
  return versions
    .reduce((known, version) => (version === '' ? known : known.replaceAll(version, '0.0.0')), text)
    .replaceAll(/0\.0\.0-(?:development|dev|semantically-released|semantic-release)\b/g, '0.0.0')
}

const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

function firstDifferentLine(text: string, other: string): number {
  let [line, at] = [1, 0]
  while (at < text.length && text[at] === other[at]) {
    if (text[at] === '\n') line += 1
    at += 1
  }
  return line
}
