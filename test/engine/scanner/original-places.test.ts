import { describe, expect, it } from 'vitest'
import type { FilePlace } from '../../../src/engine/rules/with-originals.ts'
import type { IsolationPool } from '../../../src/engine/isolation/isolation.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import { sourceMapLimits } from '../../../src/engine/analysis/source-maps/source-map-limits.ts'
import { originalPlaces } from '../../../src/engine/scanner/original-places.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'
import { testIsolation } from '../../support/test-isolation.ts'

const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAAA;AACA' }
const built = (name: string) => `one()\ntwo()\n//# sourceMappingURL=${name}\n`
const inline = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`

function originalsIn(
  files: Readonly<Record<string, FileContent>>,
  places: readonly FilePlace[],
  signal = AbortSignal.timeout(60_000),
  totalMs?: number,
) {
  return originalPlaces({ isolation: testIsolation() }, projectSnapshot(files), signal, totalMs)(places)
}

/** Returns the service's pool of child processes, and records which files it reads. */
function noting(read: string[]): IsolationPool {
  return {
    ...testIsolation(),
    open: (signal, bounds) => {
      const work = testIsolation().open(signal, bounds)
      return {
        ...work,
        run: (task, files) =>
          work.run(
            task,
            [...files].map((file) => ({ ...file, read: () => (read.push(file.path), file.read()) })),
          ),
      }
    },
  }
}

describe('originals of places', () => {
  it('are read from the maps of the same project', async () => {
    const files = {
      'dist/a.js': built('a.js.map'),
      'dist/a.js.map': map,
      'dist/b.mjs': built(inline),
      'dist/c.js': 'one()',
      'src/a.ts': built('../dist/a.js.map'),
    }
    const places = [
      { path: 'dist/b.mjs', line: 2, column: 1 },
      { path: 'dist/a.js', line: 1, column: 1 },
      { path: 'dist/c.js', line: 1 },
      { path: 'src/a.ts', line: 1 },
      { path: 'gone.js', line: 1 },
      { path: 'dist/a.js', line: 2 },
      { path: 'dist/a.js', line: 9 },
    ]
    expect(await originalsIn(files, places)).toEqual([
      { path: 'src/a.ts', line: 2 },
      { path: 'src/a.ts', line: 1 },
      undefined,
      undefined,
      undefined,
      { path: 'src/a.ts', line: 2 },
      undefined,
    ])
  })

  it('are given of every file whose map is one, whatever others do to their children', async () => {
    // More empty lines than the memory of a child process can hold.
    const lines = { ...map, mappings: ';'.repeat(30_000_000) }
    const bad = { 'broken.js.map': '{"version":3,', 'lines.js.map': lines, 'deep.js.map': '['.repeat(5_000_000) }
    const files = {
      ...bad,
      'broken.js': built('broken.js.map'),
      'lines.js': built('lines.js.map'),
      'deep.js': built('deep.js.map'),
      'dist/a.js': built('a.js.map'),
      'dist/a.js.map': map,
    }
    const places = ['broken.js', 'lines.js', 'deep.js', 'dist/a.js'].map((path) => ({ path, line: 1, column: 1 }))
    expect(await originalsIn(files, places)).toEqual([undefined, undefined, undefined, { path: 'src/a.ts', line: 1 }])
  }, 60_000)

  it('are given up when their time is over, and when the scan ends', async () => {
    const files = {
      'dist/a.js': built('a.js.map'),
      'dist/a.js.map': { ...map, names: Array.from({ length: 1_000_000 }, () => 'name') },
    }
    const places = [{ path: 'dist/a.js', line: 1, column: 1 }]
    expect(await originalsIn(files, places, undefined, 0)).toEqual([undefined])
    expect(await originalsIn(files, places, AbortSignal.abort())).toEqual([undefined])
  })

  it('are given by a map to all files that name it, and it is read once', async () => {
    const files = {
      'dist/a.js': built('a.js.map'),
      'dist/b.js': built('a.js.map'),
      'dist/a.js.map': map,
      'c.js': built(inline),
      'd.js': built('c.js'),
    }
    const read: string[] = []
    const places = ['dist/a.js', 'dist/b.js', 'c.js', 'd.js'].map((path, index) => ({
      path,
      line: index === 1 ? 2 : 1,
      column: 1,
    }))
    expect(
      await originalPlaces({ isolation: noting(read) }, projectSnapshot(files), AbortSignal.timeout(60_000))(places),
    ).toEqual([{ path: 'src/a.ts', line: 1 }, { path: 'src/a.ts', line: 2 }, { path: 'src/a.ts', line: 1 }, undefined])
    expect(read).toHaveLength(3)
  })

  it('are given up when a few maps have ended their children, each in its one try', async () => {
    const lines = Buffer.from(JSON.stringify({ ...map, mappings: ';'.repeat(30_000_000) }))
    const paths = Array.from({ length: 3 * isolationLimits.maxChildren }, (_, index) => `h/${index}.js`)
    const files = {
      ...Object.fromEntries(
        paths.flatMap(
          (path) =>
            [
              [`${path}.map`, lines],
              [path, built(`${path.slice(2)}.map`)],
            ] as [string, FileContent][],
        ),
      ),
      'z.js': built(inline),
    }
    const read: string[] = []
    const places = [...paths, 'z.js'].map((path) => ({ path, line: 1, column: 1 }))
    expect(
      await originalPlaces({ isolation: noting(read) }, projectSnapshot(files), AbortSignal.timeout(60_000))(places),
    ).toEqual(places.map(() => undefined))
    // Child processes work in parallel.
    expect(read.length).toBeLessThan(sourceMapLimits.maxFailures + isolationLimits.maxChildren)
    expect(new Set(read).size).toBe(read.length)
  }, 60_000)

  it('fail no scan: what is unforeseen is logged, and what was found by then is given', async () => {
    const files = { 'dist/a.js': built(inline), 'dist/b.js': built(inline) }
    const logged: unknown[] = []
    const log = { warn: (...words: unknown[]) => void logged.push(words) }
    const isolation: IsolationPool = {
      ...testIsolation(),
      open: (signal, bounds) => {
        const work = testIsolation().open(signal, bounds)
        return {
          ...work,
          async *run(task, questions) {
            for await (const outcome of work.run(task, [...questions].slice(0, 1))) yield outcome
            throw new Error('the children cannot be started')
          },
        }
      },
    }
    const places = Object.keys(files).map((path) => ({ path, line: 1, column: 1 }))
    const find = (signal: AbortSignal) => originalPlaces({ isolation, log }, projectSnapshot(files), signal)(places)
    expect(await find(AbortSignal.timeout(60_000))).toEqual([{ path: 'src/a.ts', line: 1 }, undefined])
    expect(logged).toMatchObject([[{ err: { message: 'the children cannot be started' } }, expect.any(String)]])
    await find(AbortSignal.abort())
    expect(logged).toHaveLength(1)
  })

  it('are searched for in so many bytes of built files, other work having its turn meanwhile', async () => {
    const code = Buffer.alloc(sourceMapLimits.yieldAfterBytes, 'x')
    const paths = Array.from(
      { length: sourceMapLimits.maxSearchedBytes / code.length },
      (_, index) => `big/${index}.js`,
    )
    const files = { ...Object.fromEntries(paths.map((path) => [path, code])), 'dist/a.js': built(inline) }
    let turns = 0
    const turning = setInterval(() => (turns += 1), 0)
    const found = await originalsIn(
      files,
      [...paths, 'dist/a.js'].map((path) => ({ path, line: 1, column: 1 })),
    )
    clearInterval(turning)
    expect(found.at(-1)).toBeUndefined()
    expect(turns).toBeGreaterThan(5)
    expect(
      (
        await originalsIn(
          files,
          ['dist/a.js', ...paths].map((path) => ({ path, line: 1, column: 1 })),
        )
      ).at(0),
    ).toEqual({ path: 'src/a.ts', line: 1 })
  })

  it('are looked up within bounds', async () => {
    const files = Object.fromEntries(
      Array.from({ length: sourceMapLimits.maxMaps + 1 }, (_, index) => [`dist/${index}.js`, built(inline)]),
    )
    const originals = await originalsIn(
      files,
      Object.keys(files).map((path) => ({ path, line: 1, column: 1 })),
    )
    expect(originals.filter((one) => one !== undefined)).toHaveLength(sourceMapLimits.maxMaps)
    const many = await originalsIn(
      { 'dist/a.js': built(inline) },
      Array.from({ length: sourceMapLimits.maxPlacesPerMap + 1 }, () => ({ path: 'dist/a.js', line: 1, column: 1 })),
    )
    expect([many.at(-2), many.at(-1)]).toEqual([{ path: 'src/a.ts', line: 1 }, undefined])
  }, 60_000)
})
