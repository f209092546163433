import { basename } from 'node:path/posix'
import type { Ecosystem } from '../../model/component.ts'

/** A file that tells of dependencies in a way that is not read. */
export interface UnreadFormat {
  readonly name: string | RegExp
  /** The end of a sentence about the file, with what to do. */
  readonly reason: string
  /** No gap where a file of this ecosystem in the same folder is read: it tells the same. */
  readonly ecosystem?: Ecosystem
  /** It tells the whole graph: only another lockfile tells the same. */
  readonly isLockfile?: true
}

const noReader = 'lists packages in a format that is not read: known flaws of what it lists were not looked for'

/** Formats that are known and not read: a project with one of them is not passed over in silence. */
const unreadFormats: readonly UnreadFormat[] = [
  {
    name: 'bun.lockb',
    reason: 'is a binary lockfile, which is not read: commit bun.lock, the text that Bun 1.2 and newer write',
    ecosystem: 'npm',
    isLockfile: true,
  },
  {
    name: 'setup.py',
    reason: 'lists dependencies by code, which is never run: commit a lockfile or a pyproject.toml',
    ecosystem: 'PyPI',
  },
  {
    name: /^build\.gradle(?:\.kts)?$/,
    reason: 'lists dependencies by code, which is never run: commit a gradle.lockfile',
    ecosystem: 'Maven',
  },
  { name: 'build.sbt', reason: 'lists dependencies by code, which is never run', ecosystem: 'Maven' },
  {
    name: 'Gemfile',
    reason: 'lists dependencies by code, which is never run: commit Gemfile.lock',
    ecosystem: 'RubyGems',
  },
  { name: 'mix.exs', reason: 'lists dependencies by code, which is never run: commit mix.lock', ecosystem: 'Hex' },
  { name: 'rebar.lock', reason: noReader, ecosystem: 'Hex' },
  { name: 'paket.lock', reason: noReader, ecosystem: 'NuGet', isLockfile: true },
  { name: /^environment\.ya?ml$|^conda-lock\.yml$/, reason: noReader },
  { name: /^(?:Podfile\.lock|Package\.resolved|Cartfile\.resolved)$/, reason: noReader },
  { name: /^(?:stack\.yaml\.lock|cabal\.project\.freeze)$/, reason: noReader, ecosystem: 'Hackage' },
  { name: /^(?:conan\.lock|vcpkg\.json|renv\.lock|cpanfile\.snapshot)$/, reason: noReader },
]

/** The format of a file that is known and not read; undefined for all others. */
export function unreadFormatOf(path: string): UnreadFormat | undefined {
  const file = basename(path)
  return unreadFormats.find(({ name }) => (typeof name === 'string' ? name === file : name.test(file)))
}
