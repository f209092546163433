import type { ArtifactComparison, ArtifactDifference } from '../../../model/artifact-comparison.ts'
import { displayLine } from '../../display-text.ts'
import type { RuleMatch } from '../../rule-match.ts'
import type { Project } from '../project.ts'
import { defineProjectRule } from '../supply-chain-rule.ts'
import { describeMismatch, MismatchArguments, type Starter } from './describe-mismatch.ts'
import { filesThatRun } from './files-that-run.ts'
import { manifestLocation } from './manifest-location.ts'

type MismatchMatch = RuleMatch & { readonly arguments: MismatchArguments }

export const differsFromRepository = defineProjectRule({
  document: {
    id: 'differs-from-repository',
    title: 'Source mismatch: the published package differs from its repository',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-345', 'CWE-506'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'At the commit for this version, a source file of the package is missing from the repository or has different ' +
      'content. Files that run when the package is installed or loaded are reported individually. All other files ' +
      'are combined into one finding with low severity. Build output is not reported. It includes compiled files, ' +
      'files that Git ignores, and files in folders such as `dist`.',
    why:
      "Users review the repository but install the package. An attacker with access to the publisher's account or " +
      'build server can add malicious code to the package without changing the repository.',
    remediation:
      'Review the files that differ before you install this version, and ask the publisher about them. Prefer a ' +
      'version with verified provenance.',
    examples: {
      bad: ['The archive has setup.js, which postinstall runs, and the repository has no such file at the tag v1.2.3.'],
      good: ['The archive and the repository have the same files except for dist/, which a build creates.'],
    },
  },
  arguments: MismatchArguments,
  describe: describeMismatch,
  *find(project) {
    const { artifact } = project
    if (!artifact) return
    if (artifact.isOfAnother) {
      const at = manifestLocation(project)
      yield {
        arguments: { kind: 'other-package' as const, ...revisionOf(artifact) },
        subject: 'of another',
        severity: 'low',
        precision: 'low',
        ...(at && { at }),
      }
      return
    }
    const running = filesThatRun(project)
    const [listed, others] = [
      artifact.differences.filter(({ path }) => running.has(path)),
      artifact.differences.filter(({ path }) => !running.has(path)),
    ]
    for (const difference of listed.slice(0, maxSeparateFindings)) {
      const starter = running.get(difference.path)
      if (starter) yield fileMatch(project, artifact, difference, starter)
    }
    const rest = [...listed.slice(maxSeparateFindings), ...others]
    if (rest.length > 0) yield filesMatch(artifact, rest)
  },
})

/** Maximum number of files with a separate finding. */
const maxSeparateFindings = 20

/** Maximum number of files listed in the message about the remaining files. */
const maxListed = 8

/** Minimum number of equal lines at the start of two files that are versions of the same file. */
const minEqualLines = 20

/**
 * Reports whether no file matches the repository, probably because the tag or folder is wrong. Returns false if a
 * file's first lines are equal, as in a one-file package to which code was added.
 */
const isOtherSource = ({ same, differences }: ArtifactComparison): boolean =>
  same === 0 && !differences.some(({ kind, line }) => kind === 'changed' && line > minEqualLines)

const revisionOf = ({ repository, commit, ref }: ArtifactComparison) => ({
  repository,
  commit,
  ...(ref !== undefined && { tag: ref }),
})

function fileMatch(
  { snapshot }: Project,
  artifact: ArtifactComparison,
  { path, line, digest, repository }: ArtifactDifference,
  starter: Starter,
): MismatchMatch {
  const lines = snapshot.files.get(path)?.content.subarray(0, 1_000_000).toString('utf8').split('\n') ?? []
  const snippet = lines[line - 1]?.trim()
  return {
    arguments: {
      kind: 'file',
      ...revisionOf(artifact),
      digest,
      starter: { ...starter },
      ...(repository && { original: { ...repository } }),
    },
    subject: path,
    at: { path, line, ...(snippet && { snippet }) },
    ...(isOtherSource(artifact) && { severity: 'low' as const, precision: 'low' as const }),
  }
}

function filesMatch(artifact: ArtifactComparison, differences: readonly ArtifactDifference[]): MismatchMatch {
  const [first] = differences
  return {
    arguments: {
      kind: 'files',
      ...revisionOf(artifact),
      count: differences.length + artifact.more,
      same: artifact.same,
      files: differences.slice(0, maxListed).map(({ path, digest, repository }) => ({
        path: displayLine(path, 100),
        digest: digest.slice(0, 16),
        ...(repository && { originalDigest: repository.digest.slice(0, 16) }),
      })),
    },
    subject: 'files',
    severity: 'low',
    precision: 'low',
    ...(first && { at: { path: first.path, line: first.line } }),
  }
}
