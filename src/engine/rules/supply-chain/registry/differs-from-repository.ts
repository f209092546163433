import { posix } from 'node:path'
import type { ArtifactComparison, ArtifactDifference } from '../../../model/artifact-comparison.ts'
import { scalarsIn, under } from '../../../inventory/settings-files/value.ts'
import { displayLine } from '../../display-text.ts'
import { installCodeOf } from '../install/commands.ts'
import type { Project } from '../project.ts'
import type { Remark, WordySupplyChainRule } from '../../remark.ts'
import { manifestPlace } from './registry-facts.ts'

export const differsFromRepository: WordySupplyChainRule = {
  document: {
    id: 'differs-from-repository',
    title: 'The package is not what its repository has',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-345', 'CWE-506'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A source file of the package is not in the repository that the package names, at the commit of this ' +
      'version, or is another one there. Files that run when the package is installed or loaded are told one ' +
      'by one; the others together, at `low`. What a build makes is left out: files that git ignores, that ' +
      'are compiled from another language, or in folders such as `dist`.',
    why:
      'People read the repository and install the package. What was put only into the package was seen by ' +
      'nobody: so came the code of stolen accounts and of taken-over build machines.',
    remediation:
      'Read the files that differ before this version is installed, and ask whoever publishes it why they ' +
      'do. Use a version whose provenance is verified.',
    examples: {
      bad: ['The archive has setup.js, which postinstall runs, and the repository has no such file at the tag v1.2.3.'],
      good: ['The archive and the repository have the same files but for dist/, which a build makes.'],
    },
  },
  *find(project) {
    const { artifact } = project
    if (!artifact) return
    if (artifact.isOfAnother) {
      const at = manifestPlace(project)
      yield {
        title: 'The repository that the package names has no package of its name',
        message:
          `No package.json in ${artifact.repository} at ${commitOf(artifact)} has the name of the package, so ` +
          'its source cannot be read there.',
        subject: 'of another',
        severity: 'low',
        precision: 'low',
        ...(at && { at }),
      }
      return
    }
    const run = runBy(project)
    const [told, others] = [
      artifact.differences.filter(({ path }) => run.has(path)),
      artifact.differences.filter(({ path }) => !run.has(path)),
    ]
    for (const difference of told.slice(0, toldOneByOne))
      yield ofOne(project, artifact, difference, run.get(difference.path) ?? '')
    const rest = [...told.slice(toldOneByOne), ...others]
    if (rest.length > 0) yield ofOthers(artifact, rest)
  },
}

const toldOneByOne = 20

const commitOf = ({ commit, ref }: ArtifactComparison): string =>
  ref === undefined ? `the commit ${commit}` : `the tag ${ref} (${commit})`

/** Lines that a file has in common with another one of its name before nobody takes it for another one. */
const linesAlike = 20

/**
 * Where nothing is the same, most likely the folder or the tag is another one; not where a file is the one of the
 * repository for its first lines, as in a package of one file to which something was added.
 */
const isElsewhere = ({ same, differences }: ArtifactComparison): boolean =>
  same === 0 && !differences.some(({ kind, line }) => kind === 'changed' && line > linesAlike)

function ofOne(
  { snapshot }: Project,
  artifact: ArtifactComparison,
  difference: ArtifactDifference,
  by: string,
): Remark {
  const { path, line, kind, digest, repository } = difference
  const lines = snapshot.files.get(path)?.content.subarray(0, 1_000_000).toString('utf8').split('\n') ?? []
  const snippet = lines[line - 1]?.trim()
  return {
    title:
      kind === 'added'
        ? `${path} is not in the repository of the package`
        : `${path} is another file than in the repository of the package`,
    message:
      `${path}, ${by}, has the SHA-256 ${digest}; ` +
      `${
        kind === 'added'
          ? `${artifact.repository} has no such file`
          : `${repository?.path} in ${artifact.repository} has ${repository?.digest}, and they differ from line ` +
            `${line} on`
      }, ` +
      `at ${commitOf(artifact)}.`,
    subject: path,
    at: { path, line, ...(snippet && { snippet }) },
    ...(isElsewhere(artifact) && { severity: 'low' as const, precision: 'low' as const }),
  }
}

function ofOthers(artifact: ArtifactComparison, differences: readonly ArtifactDifference[]): Remark {
  const [first] = differences
  const count = differences.length + artifact.more
  const list = differences
    .slice(0, listed)
    .map(
      ({ path, kind, digest, repository }) =>
        `${displayLine(path, 100)} (${digest.slice(0, 16)}…, ` +
        `${kind === 'added' ? 'not there' : `there ${repository?.digest.slice(0, 16)}…`})`,
    )
  return {
    title:
      count === 1
        ? 'A file of the package differs from its repository'
        : `${count} files of the package differ from its repository`,
    message:
      `${artifact.repository} has them not or otherwise at ${commitOf(artifact)}, while ${artifact.same} ` +
      `source ${artifact.same === 1 ? 'file is' : 'files are'} the same. By SHA-256: ` +
      `${list.join(', ')}${count > list.length ? ` and ${count - list.length} more` : ''}.`,
    subject: 'files',
    severity: 'low',
    precision: 'low',
    ...(first && { at: { path: first.path, line: first.line } }),
  }
}

const listed = 8

/** Files that run when the package is installed or loaded, and how. */
function runBy(project: Project): ReadonlyMap<string, string> {
  const run = new Map<string, string>()
  for (const manifest of project.manifests) {
    if (manifest.file.path !== 'package.json') continue
    for (const { file, by } of installCodeOf(project, manifest))
      if (file.path !== 'package.json' && !run.has(file.path)) run.set(file.path, `which ${by} runs`)
    const entries = ['main', 'module', 'browser', 'bin', 'exports'].flatMap((key) =>
      [...scalarsIn(under(manifest.root, key))].map(({ scalar }) => scalar.text),
    )
    for (const entry of entries) {
      const path = posix.normalize(entry)
      for (const file of [path, `${path}.js`, `${path}/index.js`])
        if (project.snapshot.files.has(file) && !run.has(file)) run.set(file, 'at which the package is entered')
    }
  }
  for (const [path, file] of project.snapshot.files) {
    if (/^[^/]+\.pth$/.test(path)) run.set(path, 'which every start of Python reads')
    if (path === 'setup.py') run.set(path, 'which an installation runs')
    if (!/^[^/]+\.dist-info\/entry_points\.txt$/.test(path) || file.size > 64 * 1024) continue
    for (const [, module = ''] of file.content.toString('utf8').matchAll(/=\s{0,9}([A-Za-z_][\w.]{0,200})\s{0,9}:/g)) {
      for (const entry of [`${module.replaceAll('.', '/')}.py`, `${module.replaceAll('.', '/')}/__init__.py`])
        if (project.snapshot.files.has(entry)) run.set(entry, 'at which a command of the package is entered')
    }
  }
  return run
}
