import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import type { WorkBudget } from '../../work-budget.ts'
import { isTable, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { atLine, linesInJson } from '../../syntax/json-lines.ts'
import { parseJson } from '../../syntax/json.ts'
import { workOf } from '../../work-budget.ts'

const sections = [
  { key: 'requires', group: 'requires', dev: false },
  { key: 'build_requires', group: 'build-requires', dev: true },
  { key: 'python_requires', group: 'python-requires', dev: true },
  { key: 'config_requires', group: 'config-requires', dev: true },
] as const

/**
 * Reader for Conan lockfiles, https://docs.conan.io/2/tutorial/versioning/lockfiles.html. They contain a graph of nodes
 * in Conan 1, and lists of references in Conan 2. Runs in linear time.
 */
export const conanLock: ManifestReader = {
  id: 'conan-lock',
  ecosystem: 'ConanCenter',
  kind: 'lockfile',
  names: ['conan.lock'],
  reads: (path) => posix.basename(path) === 'conan.lock',
  read(file) {
    const work = workOf(file)
    const root = parseJson(file.text, work)
    const listing = new Listing(work)
    const nodes = tableAt(root, 'graph_lock', 'nodes')
    if (isTable(valueAt(tableAt(root, 'graph_lock'), 'nodes'))) listNodes(listing, nodes, file.text, work)
    else {
      const lines = linesInJson(
        file.text,
        (depth, key) => depth === 1 || (depth === 0 && key.endsWith('requires')),
        work,
      )
      for (const { key, group, dev } of sections)
        for (const [index, reference] of textsAt(root, key).entries())
          list(listing, reference, { dev, groups: [group], ...atLine(lines.at(key, String(index))) })
    }
    return listing.reading()
  },
}

function listNodes(listing: Listing, nodes: Readonly<Record<string, unknown>>, text: string, work: WorkBudget): void {
  const lines: DocumentLines = linesInJson(
    text,
    (depth, key) => depth > 1 || key === 'graph_lock' || key === 'nodes',
    work,
  )
  for (const [id, node] of Object.entries(nodes)) {
    // A node with a path is a conanfile in the project itself.
    if (textAt(node, 'path') !== undefined) continue
    // Conan up to 1.27 calls the field `pref`.
    const key = textAt(node, 'pref') === undefined ? 'ref' : 'pref'
    const reference = textAt(node, key)
    const line = lines.at('graph_lock', 'nodes', id, key) ?? lines.at('graph_lock', 'nodes', id)
    if (reference !== undefined) list(listing, reference, { dev: false, groups: [], ...atLine(line) })
  }
}

/**
 * Lists a reference such as `name/version@user/channel#revision:package#revision%time`. The project's own reference may
 * lack a name.
 */
function list(
  listing: Listing,
  reference: string,
  role: { readonly dev: boolean; readonly groups: readonly string[]; readonly line?: number },
): void {
  const [plain = ''] = reference.split(/[%:#@]/, 1)
  const [name, version, ...more] = plain.split('/')
  if (!name || version === undefined) return
  if (version === '' || more.length > 0)
    listing.request({ ...role, name, requested: reference.slice(0, 200), reason: 'entry-not-parsed' })
  else listing.add({ ...role, name, version })
}
