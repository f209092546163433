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

/** What should be reported, and what should not; paths are absolute. */
export interface Labelled {
  /** Of each flaw the places of which one has to be reported. */
  readonly flaws: readonly (readonly Place[])[]
  /** Files or folders of which nothing should be reported. */
  readonly safe: readonly string[]
  /** Whether a flaw and what is safe at the same place are twins. */
  readonly arePairs: boolean
}

/** Of flaws, how many were reported; of what is safe, of how much nothing was; of twins, how often both. */
export interface Apart {
  readonly caught: number
  readonly silent: number
  readonly toldApart: number | undefined
}

/**
 * Lines between a report and the flaw. Programs name the line of the call, or that on which its text is put together.
 */
const nearLines = 5

/**
 * Judges reports, whatever they say: one within five lines of a flaw is a hit, one anywhere in the same file of the
 * safe twin is noise. This is kind to programs that report much on the flawed side, and strict on the safe one, for all
 * alike.
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

/** Folders with the flawed servers of all pairs, and with their safe twins. */
export interface PairFolders {
  readonly flawed: string
  readonly safe: string
}

const pairsFolder = realpathSync(fileURLToPath(new URL('../../../test/corpus/pairs', import.meta.url)))

/**
 * Lays the flawed servers into one tree and the safe ones into another: twins have modules of the same names, and no
 * project holds both.
 */
export function writePairs(folder: string): PairFolders {
  const copy = (name: string, left: string) => {
    const home = join(realpathSync(folder), name)
    cpSync(pairsFolder, home, { recursive: true, filter: (from) => relative(pairsFolder, from).split(sep)[2] !== left })
    // Unless told so, semgrep reads nothing in folders such as `test` and `dist`.
    writeFileSync(join(home, '.semgrepignore'), '')
    return home
  }
  return { flawed: copy('flawed', 'safe'), safe: copy('safe', 'vulnerable') }
}

/** The pairs in these folders, as far as their sinks are in files that a program reads. */
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
 * Writes the labelled cases of leaked secrets, with invented secrets in the places of their marks, and tells where they
 * are.
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
