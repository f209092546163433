import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const maxLines = 300

/** Data tables, which may be longer. */
const dataTables: readonly string[] = [
  'src/engine/analysis/models/',
  'src/service/queue/jobs.ts',
  'src/service/registry/categories/catalogue.ts',
]

/** Returns the lines of each file that is longer than `max`. */
function longFiles(files: ReadonlyMap<string, string>, max: number): Record<string, number> {
  const lines = [...files].map(([path, text]) => [path, text.split('\n').length - 1] as const)
  return Object.fromEntries(lines.filter(([, count]) => count > max))
}

const files = new Map(
  globSync('src/**/*.{ts,js}')
    .filter((path) => !dataTables.some((table) => path.startsWith(table)))
    .sort()
    .map((path) => [path, readFileSync(path, 'utf8')]),
)

it(`no file has more than ${maxLines} lines`, () => {
  expect(files.size).toBeGreaterThan(1_000)
  expect(longFiles(files, maxLines)).toEqual({})
})

it('a file of one line too many is found', () => {
  const texts = new Map([
    ['a.ts', 'x\n'.repeat(3)],
    ['b.ts', 'x\n'.repeat(4)],
  ])
  expect(longFiles(texts, 3)).toEqual({ 'b.ts': 4 })
})
