import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestFile, ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { readBeside } from '../../read-beside.ts'
import { listAt, textAt, valueAt } from '../../syntax/document.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { parseToml } from '../../syntax/toml.ts'
import { normalProjectName } from '../../../sources/python-packaging/project-name.ts'
import { type WorkBudget, workOf } from '../../work-budget.ts'
import { listFromSources, statedSources } from './pyproject-requests.ts'
import { asked, pythonInstallation } from './python-installation.ts'
import { mainRole } from './requested-package.ts'
import { readRequirement } from './requirement.ts'

/**
 * Reader for the dependencies in a Python script's inline metadata (PEP 723), which `uv run`, `pipx run`, and `hatch
 * run` install: https://packaging.python.org/en/latest/specifications/inline-script-metadata/. Skips packages in the uv
 * lockfile next to the script, because they are read from that lockfile. Packages in the table of sources do not come
 * from the index.
 *
 * Linear in the text: one pass over its lines, and the lines of one block are parsed as TOML.
 */
export const scriptMetadata: ManifestReader = {
  id: 'script-metadata',
  ecosystem: 'PyPI',
  kind: 'manifest',
  standsAlone: true,
  signature: '# /// script',
  names: ['*.py'],
  // Excludes setup.py. Its code lists packages, so coverage reports it as not read, and a comment in it must not change
  // that.
  reads: (path) => path.endsWith('.py') && posix.basename(path) !== 'setup.py',
  read(file) {
    const { text } = file
    const work = workOf(file)
    work.spend(parsingSteps(text))
    const lines = text.split(/\r?\n/)
    const [block, ...others] = scriptBlocks(lines)
    if (others.length > 0) throw new UnreadableManifest('script-blocks')
    const listing = new Listing(work)
    if (block === undefined) return listing.reading()
    const metadata = parseToml(
      lines
        .slice(block.start, block.end)
        .map((line) => line.slice(2))
        .join('\n'),
      work,
    )
    const dependencies = valueAt(metadata, 'dependencies') ?? []
    if (!Array.isArray(dependencies)) throw new UnreadableManifest('dependencies-not-list')
    const sources = statedSources(file, metadata)
    const locked = lockedBeside(file)
    for (const dependency of dependencies) {
      const wanted = typeof dependency === 'string' ? dependency : ''
      if (!isLocked(wanted, locked)) listFromSources(listing, wanted, { ...mainRole, line: block.start }, sources)
    }
    return listing.reading(
      pythonInstallation(
        dependencies
          .filter((text) => typeof text === 'string')
          .filter(
            (text) => !isLocked(text, locked) && !sources.has(normalProjectName(readRequirement(text)?.name ?? '')),
          )
          .map((text) => asked(text, { ...mainRole, line: block.start })),
      ),
    )
  },
}

/** Versions in the lockfile next to a script, by normalized name. */
type Locked = ReadonlyMap<string, ReadonlySet<string>>

const lockedBeside = (file: ManifestFile): Locked =>
  readBeside(file, `${posix.basename(file.path)}.lock`, lockedNames) ?? new Map()

function lockedNames(text: string, work: WorkBudget): Locked {
  const names = new Map<string, Set<string>>()
  for (const table of listAt(parseToml(text, work), 'package')) {
    const name = normalProjectName(textAt(table, 'name') ?? '')
    names.set(name, (names.get(name) ?? new Set()).add(textAt(table, 'version') ?? ''))
  }
  return names
}

/**
 * Reports whether the lockfile contains a requirement. If the lockfile lacks the name or the version pinned in the
 * script, it is outdated and uv would resolve again.
 */
function isLocked(text: string, locked: Locked): boolean {
  const requirement = readRequirement(text)
  const versions = requirement && locked.get(normalProjectName(requirement.name))
  return versions !== undefined && (requirement?.version === undefined || versions.has(requirement.version))
}

/** Line range of a block's content, starting at 0. `end` is exclusive. */
interface Block {
  readonly start: number
  readonly end: number
}

/**
 * Returns the blocks of type `script` as matched by the regular expression in the specification: a block extends to the
 * last closing line in its run of comment lines. Each run is processed only once, so many unclosed openings do not take
 * quadratic time.
 */
function scriptBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  for (let start = 0; start < lines.length;) {
    let end = start
    let opening: number | undefined
    let closing: number | undefined
    for (; isComment(lines[end]); end += 1) {
      if (opening === undefined && /^# \/\/\/ [a-zA-Z0-9-]+$/.test(lines[end] ?? '')) opening = end
      else if (lines[end] === '# ///') closing = end
    }
    // A block has at least one line of content.
    if (opening !== undefined && closing !== undefined && closing > opening + 1 && lines[opening] === '# /// script')
      blocks.push({ start: opening + 1, end: closing })
    start = end + 1
  }
  return blocks
}

const isComment = (line: string | undefined): boolean => line !== undefined && (line === '#' || line.startsWith('# '))
