import { basename } from 'node:path/posix'
import type { Ecosystem } from '../../model/component.ts'

/** A file that lists dependencies in an unsupported format. */
export interface UnreadFormat {
  readonly name: string | RegExp
  /** End of a sentence about the file, with the solution. */
  readonly reason: string
  /** Not a gap if a file of this ecosystem in the same folder is read, because it contains the same information. */
  readonly ecosystem?: Ecosystem
  /** It contains the complete graph, so only a lockfile is equivalent. */
  readonly isLockfile?: true
}

const noReader = 'lists packages in an unsupported format, so they were not checked for known vulnerabilities'

/** Known formats that are not supported. A project with such a file is not silently ignored. */
const unreadFormats: readonly UnreadFormat[] = [
  {
    name: 'bun.lockb',
    reason: 'is a binary lockfile, which Assay does not read; commit bun.lock, the text format of Bun 1.2 and newer',
    ecosystem: 'npm',
    isLockfile: true,
  },
  {
    name: 'setup.py',
    reason: 'computes its dependencies in code, which Assay does not execute; commit a lockfile or a pyproject.toml',
    ecosystem: 'PyPI',
  },
  {
    name: /^build\.gradle(?:\.kts)?$/,
    reason: 'computes its dependencies in code, which Assay does not execute; commit a gradle.lockfile',
    ecosystem: 'Maven',
  },
  { name: 'build.sbt', reason: 'computes its dependencies in code, which Assay does not execute', ecosystem: 'Maven' },
  {
    name: 'Gemfile',
    reason: 'computes its dependencies in code, which Assay does not execute; commit Gemfile.lock',
    ecosystem: 'RubyGems',
  },
  {
    name: 'mix.exs',
    reason: 'computes its dependencies in code, which Assay does not execute; commit mix.lock',
    ecosystem: 'Hex',
  },
  { name: 'rebar.lock', reason: noReader, ecosystem: 'Hex' },
  { name: 'paket.lock', reason: noReader, ecosystem: 'NuGet', isLockfile: true },
  { name: /^environment\.ya?ml$|^conda-lock\.yml$/, reason: noReader },
  { name: /^(?:Podfile\.lock|Package\.resolved|Cartfile\.resolved)$/, reason: noReader },
  { name: /^(?:stack\.yaml\.lock|cabal\.project\.freeze)$/, reason: noReader, ecosystem: 'Hackage' },
  { name: /^(?:conan\.lock|vcpkg\.json|renv\.lock|cpanfile\.snapshot)$/, reason: noReader },
]

/** The known unsupported format of a file. Undefined for all others. */
export function unreadFormatOf(path: string): UnreadFormat | undefined {
  const file = basename(path)
  return unreadFormats.find(({ name }) => (typeof name === 'string' ? name === file : name.test(file)))
}
