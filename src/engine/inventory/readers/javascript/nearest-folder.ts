import type { WorkBudget } from '../../work-budget.ts'

/** Folder that requires names. Folders are paths separated by `/`. Empty for the project root. */
export interface Asker {
  readonly folder: string
  readonly names: readonly string[]
}

/** Contents of each folder, by name. */
export type Contents = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Number of path characters compared per budget step. */
const charactersOfStep = 16

/**
 * Resolves the names required by each folder, in the folder itself or else in the nearest ancestor that contains them.
 * Returns one list per folder, in the order of its names, without unresolved names. Works through the folders with
 * ancestors first, and keeps an index of the open folders' contents by name, with the nearest folder last. Linear in
 * contents and names, and O(n log n) in folders, regardless of their depth.
 */
export function findNearest(contents: Contents, askers: readonly Asker[], work: WorkBudget): string[][] {
  const found: string[][] = askers.map(() => [])
  const askersOf = new Map<string, number[]>()
  for (const folder of contents.keys()) askersOf.set(folder, [])
  for (const [index, { folder }] of askers.entries()) {
    const same = askersOf.get(folder)
    if (same === undefined) askersOf.set(folder, [index])
    else same.push(index)
  }

  const visible = new Map<string, string[]>()
  const open: string[] = []
  for (const folder of sortedFolders(askersOf.keys(), work)) {
    for (let last = open.at(-1); last !== undefined && !isBelow(folder, last); last = open.at(-1)) {
      for (const name of contents.get(last)?.keys() ?? []) visible.get(name)?.pop()
      open.pop()
    }
    open.push(folder)
    for (const [name, target] of contents.get(folder) ?? []) {
      work.spend(1)
      const targets = visible.get(name)
      if (targets === undefined) visible.set(name, [target])
      else targets.push(target)
    }
    for (const index of askersOf.get(folder) ?? []) {
      const { names = [] } = askers[index] ?? {}
      work.spend(1 + names.length)
      for (const name of names) {
        const target = visible.get(name)?.at(-1)
        if (target !== undefined) found[index]?.push(target)
      }
    }
  }
  return found
}

/** Sorts folders so that ancestors come first, because `/` sorts before every other character. */
function sortedFolders(folders: Iterable<string>, work: WorkBudget): string[] {
  const sortable = Array.from(folders, (folder) => ({ folder, order: folder.replaceAll('/', '\0') }))
  const comparisons = Math.log2(sortable.length + 1)
  for (const { folder } of sortable)
    work.spend((1 + folder.length / charactersOfStep) * (1 + comparisons / charactersOfStep))
  return sortable.sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order))).map(({ folder }) => folder)
}

const isBelow = (folder: string, above: string): boolean =>
  above === '' || (folder.startsWith(above) && (folder.length === above.length || folder[above.length] === '/'))
