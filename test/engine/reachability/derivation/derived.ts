import { createHash } from 'node:crypto'
import { deriveFunctions } from '../../../../src/engine/reachability/derivation/derive-functions.ts'
import type { PackageFiles } from '../../../../src/engine/reachability/derivation/package-files.ts'
import { VulnerableFunctions } from '../../../../src/engine/reachability/vulnerable-functions.ts'

export type Texts = Readonly<Record<string, string>>

export function filesOf(texts: Texts): PackageFiles & { readonly requested: string[] } {
  const requested: string[] = []
  return {
    digests: new Map(
      Object.entries(texts).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
    ),
    read: (path) => {
      requested.push(path)
      return texts[path] === undefined ? undefined : Buffer.from(texts[path])
    },
    requested,
  }
}

export const release = { ecosystem: 'npm', name: 'sample', affectedVersion: '1.2.3', fixedVersion: '1.2.4' } as const

export function derived(before: Texts, after: Texts): VulnerableFunctions {
  return VulnerableFunctions.parse(deriveFunctions(release, filesOf(before), filesOf(after)))
}

/** Returns each function as `change path name`, most likely cause first. */
export function functionsOf(before: Texts, after: Texts): string[] {
  return derived(before, after).functions.map(({ change, path, name }) => `${change} ${path} ${name}`)
}
