import { describe, expect, it } from 'vitest'
import type { FileShape } from '../../../../../bench/parts/readers/file-shape.ts'
import { hostileFiles } from '../../../../../bench/parts/readers/hostile-files.ts'
import { ordinaryFiles } from '../../../../../bench/parts/readers/ordinary-files.ts'
import { UnreadableManifest } from '../../../../../src/engine/inventory/unreadable-manifest.ts'
import { ParsedTexts } from '../../../../../src/engine/inventory/parsed-texts.ts'
import { manifestFile } from '../../../../../src/engine/inventory/project/manifest-file.ts'
import { manifestReaders } from '../../../../../src/engine/inventory/readers/catalogue.ts'
import { projectSnapshot } from '../../project-snapshot.ts'
import { countedSteps } from '../support/counted-steps.ts'

const small = 8 * 1024

/** Maximum steps per character of the worst file. Files that tools write take less than one. */
const maxSteps = 25

/** Twice the text may take twice the steps, plus a little for sorting. */
const maxGrowth = 2.4

/**
 * Shapes whose cost is a product: groups and their dependencies, or members and the dependencies of their folder. The
 * file's budget limits them.
 */
const bounded: ReadonlySet<string> = new Set([
  'groups with many dependencies',
  'members in one folder with many dependencies',
])

/** Reads a file of a shape. Returns its length, the number of steps, and the outcome. */
function read(
  { reader: id, files }: FileShape,
  characters: number,
): { readonly steps: number; readonly length: number; readonly outcome: string } {
  const texts = files(characters)
  const paths = Object.keys(texts)
  const snapshot = projectSnapshot(texts)
  const reader = manifestReaders.find((candidate) => candidate.id === id)
  let outcome = 'read'
  const steps = countedSteps(() => {
    try {
      reader?.read(manifestFile(snapshot, paths[0] ?? '', paths, new ParsedTexts()))
    } catch (error) {
      if (!(error instanceof UnreadableManifest)) throw error
      outcome = error.message
    }
  })
  return { steps, length: Object.values(texts).join('').length, outcome }
}

describe.each(manifestReaders.map(({ id }) => id))('%s', (id) => {
  const shapes = [...ordinaryFiles, ...hostileFiles].filter(({ reader, shape }) => reader === id && !bounded.has(shape))

  it('has a file as tools write it and files that were made to cost much', () => {
    expect(shapes.filter(({ isHostile }) => !isHostile)).toHaveLength(1)
    expect(shapes.filter(({ isHostile }) => isHostile).length).toBeGreaterThan(2)
  })

  it.each(shapes)('takes time linear in $shape', (shape) => {
    const once = read(shape, small)
    const twice = read(shape, 2 * small)
    expect(once.steps).toBeGreaterThan(0)
    expect(once.steps / once.length).toBeLessThan(maxSteps)
    expect(twice.steps / twice.length).toBeLessThan(maxSteps)
    expect(twice.steps / once.steps).toBeLessThan(maxGrowth)
    if (!shape.isHostile) expect([once.outcome, twice.outcome]).toEqual(['read', 'read'])
  })
})
