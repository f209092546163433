import { cpSync, realpathSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCases } from '../../../test/engine/rules/corpus/read-cases.ts'
import { readPairs } from '../../detection/pair-folders.ts'
import type { Reported } from './peer.ts'

interface Place {
  readonly path: string
  readonly line: number
}

/** Code that must be reported, and code that must not. Paths are absolute. */
export interface Labelled {
  /** Locations of each vulnerability. At least one of them must be reported. */
  readonly flaws: readonly (readonly Place[])[]
  /** Files or folders that must not be reported. */
  readonly safe: readonly string[]
  /** True if each vulnerability and the safe code at the same index are twins. */
  readonly arePairs: boolean
}

/** Number of reported vulnerabilities, of safe code without reports, and of pairs with both. */
export interface Apart {
  readonly caught: number
  readonly silent: number
  readonly toldApart: number | undefined
}

/**
 * Maximum number of lines between a report and the vulnerability. Programs report the line of the call, or the line
 * that builds its text.
 */
const nearLines = 5

/**
 * Evaluates reports by location only. A report within five lines of a vulnerability is a hit. Any report in the same
 * file of the safe twin is a false positive. This is lenient for hits and strict for safe code, for all programs alike.
 */
export function judge(reports: readonly Reported[], { flaws, safe, arePairs }: Labelled): Apart {
  const placed = reports.map(({ path, line }) => ({ path: realpathSync(resolve(path)), line }))
  const caught = flaws.map((places) =>
    places.some(({ path, line }) =>
      placed.some(
        (report) => report.path === path && report.line !== undefined && Math.abs(report.line - line) <= nearLines,
      ),
    ),
  )
  const silent = safe.map(
    (path) => !placed.some((report) => report.path === path || report.path.startsWith(path + sep)),
  )
  return {
    caught: caught.filter(Boolean).length,
    silent: silent.filter(Boolean).length,
    toldApart: arePairs ? caught.filter((isCaught, index) => isCaught && silent[index] === true).length : undefined,
  }
}

/** Folders with the vulnerable servers of all pairs, and with their safe twins. */
export interface PairFolders {
  readonly flawed: string
  readonly safe: string
}

const pairsFolder = realpathSync(fileURLToPath(new URL('../../../test/corpus/pairs', import.meta.url)))

/**
 * Writes the vulnerable servers to one tree and the safe ones to another. Twins have modules with the same names, and
 * no real project contains both.
 */
export function writePairs(folder: string): PairFolders {
  const copy = (name: string, left: string) => {
    const home = join(realpathSync(folder), name)
    cpSync(pairsFolder, home, { recursive: true, filter: (from) => relative(pairsFolder, from).split(sep)[2] !== left })
    // By default, semgrep skips folders such as `test` and `dist`.
    writeFileSync(join(home, '.semgrepignore'), '')
    return home
  }
  return { flawed: copy('flawed', 'safe'), safe: copy('safe', 'vulnerable') }
}

/** Returns the pairs in these folders with sinks in files that a program reads. */
export function labelledPairs(folders: PairFolders, files: RegExp): Labelled {
  const placed = (home: string, path: string) => join(home, relative(pairsFolder, path))
  const pairs = readPairs(pairsFolder).cases.flatMap(({ vulnerable, fixed, sink }) =>
    vulnerable.kind === 'folder' && fixed.kind === 'folder' && files.test(sink.file)
      ? [
          {
            vulnerable: placed(folders.flawed, join(vulnerable.folder, sink.file)),
            safe: placed(folders.safe, join(fixed.folder, sink.file)),
            line: sink.line,
          },
        ]
      : [],
  )
  return {
    flaws: pairs.map(({ vulnerable, line }) => [{ path: vulnerable, line }]),
    safe: pairs.map(({ safe }) => safe),
    arePairs: true,
  }
}

/**
 * Writes the labeled cases of leaked secrets, with invented secrets in place of their placeholders, and returns their
 * locations.
 */
export async function writeLabelledSecrets(folder: string): Promise<Labelled> {
  const [root, flaws, safe] = [realpathSync(folder), [] as Place[][], [] as string[]]
  for (const labelled of (await readCases()).filter(({ category }) => category === 'leaked-secrets')) {
    const home = join(root, labelled.name)
    for (const [path, content] of labelled.files) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      await writeFile(join(home, path), content)
    }
    if (labelled.label === 'benign') safe.push(home)
    else flaws.push([labelled.at, labelled.or ?? []].flat().map(({ path, line }) => ({ path: join(home, path), line })))
  }
  return { flaws, safe, arePairs: false }
}
