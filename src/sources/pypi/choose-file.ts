import { limits } from '../../model/limits.ts'
import type { PypiFile } from '../../package-registries/pypi-project.ts'
import { fitsTarget, isPure } from '../../python-packaging/wheel-tags.ts'

/**
 * The file of a release whose code is looked at: a wheel, because its files are those that an
 * installation lays down; the purest, because compiled code cannot be read; else a source
 * distribution. Undefined when there is nothing that can be read.
 */
export function chooseFile(files: readonly PypiFile[]): PypiFile | undefined {
  const readable = files.filter(({ distribution }) => distribution.kind === 'wheel' || distribution.format !== 'unreadable')
  return readable.sort((a, b) => compareLists(order(a), order(b)) || (a.fileName < b.fileName ? -1 : 1))[0]
}

/** What is too large or yanked comes last whatever it is. */
function order({ size, yanked, distribution }: PypiFile): number[] {
  return [Number((size ?? 0) > limits.package.packedBytes), Number(yanked !== undefined), kindOrder(distribution)]
}

function kindOrder(distribution: PypiFile['distribution']): number {
  if (distribution.kind === 'sdist') return 3
  return isPure(distribution.tags) ? 0 : fitsTarget(distribution.tags) ? 1 : 2
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}
