import type { Mutant, Range } from './mutant.ts'

interface Site extends Range {
  readonly kind: Mutant['kind']
  readonly mutants: Mutant[]
  readonly inner: Site[]
}

/** Name of the global function that returns whether a mutant is active, and counts its calls. */
export const switchName = '__mutant'

/** Returns a file with all of its mutants behind switches (mutant schemata): one module serves every mutant. */
export function withSwitches(text: string, mutants: readonly Mutant[]): string {
  return emit(text, { start: 0, end: text.length }, nested(mutants))
}

/** Returns sites as a tree. If ranges are equal, the statement contains the expression. */
function nested(mutants: readonly Mutant[]): Site[] {
  const sites = new Map<string, Site>()
  for (const mutant of mutants) {
    const key = `${mutant.site.start} ${mutant.site.end} ${mutant.kind}`
    const site = sites.get(key) ?? { ...mutant.site, kind: mutant.kind, mutants: [], inner: [] }
    site.mutants.push(mutant)
    sites.set(key, site)
  }
  const sorted = [...sites.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || (a.kind === b.kind ? 0 : a.kind === 'statement' ? -1 : 1),
  )
  const roots: Site[] = []
  const open: Site[] = []
  for (const site of sorted) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= site.start) open.pop()
    const around = open.at(-1)
    ;(around?.inner ?? roots).push(site)
    open.push(site)
  }
  return roots
}

function emit(text: string, { start, end }: Range, inner: readonly Site[]): string {
  let [at, written] = [start, '']
  for (const site of inner) {
    written += text.slice(at, site.start) + switched(text, site)
    at = site.end
  }
  return written + text.slice(at, end)
}

function switched(text: string, site: Site): string {
  const original = emit(text, site, site.inner)
  const changed = ({ edit }: Mutant) => text.slice(site.start, edit.start) + edit.text + text.slice(edit.end, site.end)
  return site.kind === 'statement'
    ? `{${site.mutants.map((mutant) => `if (${switchName}(${mutant.id})) {${changed(mutant)}} else `).join('')}` +
        `${original}}`
    : `(${site.mutants.map((mutant) => `${switchName}(${mutant.id}) ? (${changed(mutant)}) : `).join('')}(${original}))`
}
