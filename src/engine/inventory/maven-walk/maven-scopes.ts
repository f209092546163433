import type { MavenNode, MavenTree } from './maven-walk.ts'

/** Scopes, widest first. */
const order = ['compile', 'runtime', 'provided', 'system', 'test'] as const

const rankOf = (scope: string): number => {
  const rank = (order as readonly string[]).indexOf(scope)
  return rank < 0 ? 0 : rank
}

/**
 * Returns each artifact's scope: the one declared by the project, or else the widest scope on any path. Each scope is
 * widened at most four times, so the time is linear in the number of edges.
 */
export function scopesOf({ root, nodes }: Pick<MavenTree, 'nodes' | 'root'>): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>()
  for (const { key, scope } of root.edges) if (!scopes.has(key)) scopes.set(key, scope)
  const direct = new Set(scopes.keys())
  const queue: MavenNode[] = [...direct].flatMap((key) => nodes.get(key) ?? [])
  for (const node of queue) {
    const from = scopes.get(node.key) ?? 'compile'
    for (const { key, scope } of node.edges) {
      if (direct.has(key)) continue
      const derived = derive(from, scope)
      const known = scopes.get(key)
      if (known !== undefined && rankOf(derived) >= rankOf(known)) continue
      scopes.set(key, derived)
      const next = nodes.get(key)
      if (next !== undefined) queue.push(next)
    }
  }
  return scopes
}

/** Returns the scope of a transitive dependency. */
function derive(from: string, scope: string): string {
  if (scope === 'system' || scope === 'test' || from === 'compile') return scope
  if (from === 'test' || from === 'runtime') return from
  return from === 'system' || from === 'provided' ? 'provided' : 'runtime'
}
