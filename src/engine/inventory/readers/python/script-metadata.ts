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
 * Dependencies that a Python script declares in its metadata (PEP 723), as installed by `uv run`, `pipx run`, and
 * `hatch run`: https://packaging.python.org/en/latest/specifications/inline-script-metadata/ Packages in the uv
 * lockfile next to the script are left to that lockfile. Its table of sources contains packages that do not come from
 * the index.
 *
 * Cost: linear in the text. One pass over its lines; the lines of one block go to the TOML parser.
 */
export const scriptMetadata: ManifestReader = {
  id: 'script-metadata',
  ecosystem: 'PyPI',
  kind: 'manifest',
  standsAlone: true,
  signature: '# /// script',
  names: ['*.py'],
  // Coverage reports setup.py as not read because it lists packages by code. A comment in it must not change that.
  reads: (path) => path.endsWith('.py') && posix.basename(path) !== 'setup.py',
  read(file) {
    const { text } = file
    const work = workOf(file)
    work.spend(parsingSteps(text))
    const lines = text.split(/\r?\n/)
    const [block, ...others] = scriptBlocks(lines)
    if (others.length > 0)
      throw new UnreadableManifest('has more than one block of script metadata, which the specification does not allow')
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
    if (!Array.isArray(dependencies)) throw new UnreadableManifest('has dependencies that are not a list')
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

/** Content of the lockfile next to a script: each normalized name with its versions. */
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

/** If the lockfile lacks the name, or the version that the script pins, it is outdated, and uv resolves again. */
function isLocked(text: string, locked: Locked): boolean {
  const requirement = readRequirement(text)
  const versions = requirement && locked.get(normalProjectName(requirement.name))
  return versions !== undefined && (requirement?.version === undefined || versions.has(requirement.version))
}

/** Lines of a block's content, from `start` up to but not including `end`, starting at 0. */
interface Block {
  readonly start: number
  readonly end: number
}

/**
 * The blocks of the type `script`, as matched by the regular expression in the specification: a block extends to the
 * last closing line in its run of comment lines. Each run is processed once, so that unclosed openings stay cheap.
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
