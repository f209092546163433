import { expect, it } from 'vitest'
import type { DeriveHead } from '../../../../src/engine/reachability/tasks/derive-from-archives.ts'
import { unpackParts } from '../../../../src/engine/reachability/tasks/packed-parts.ts'
import {
  deriveFunctions,
  type DeriveFunctionsContext,
} from '../../../../src/engine/scanner/reachability/derive-functions.ts'
import { advisoriesAbout } from './scanned-project.ts'

const archives: DeriveFunctionsContext['archives'] = {
  versions: async () => ['1.0.0', '1.1.0'],
  // The same bytes for every name: anyone can publish the archives of a package again.
  fetch: async ({ version }) => ({ kind: 'tar', packed: Buffer.from(version) }),
}
const compared: string[] = []
const work: DeriveFunctionsContext['work'] = {
  async *run(_task, files) {
    for (const file of files) {
      const { release } = unpackParts(Buffer.from(await file.read())).head as DeriveHead
      compared.push(release.name)
      const result = { ...release, confidence: 'high', functions: [], shortfall: 'no-function-changed' }
      yield { path: file.path, result }
    }
  },
  computedMs: 0,
  async [Symbol.asyncDispose]() {},
}
const fixOf = (name: string, advisoryId: string) => ({
  ecosystem: 'npm' as const,
  name,
  advisoryId,
  fixedVersion: '1.1.0',
})

it('compares the versions of a fix once, and not for another package with the same archives', async () => {
  const advisories = advisoriesAbout([
    { name: 'copy', id: 'GHSA-0', fixedVersion: '1.1.0' },
    { name: 'flawed', id: 'GHSA-1', fixedVersion: '1.1.0' },
    { name: 'flawed', id: 'GHSA-2', fixedVersion: '1.1.0' },
  ])
  const context = { archives, advisories, work, pairs: new Map() }
  expect(await deriveFunctions(context, fixOf('copy', 'GHSA-0'))).toMatchObject({ functions: { name: 'copy' } })
  for (const id of ['GHSA-1', 'GHSA-2'])
    expect(await deriveFunctions(context, fixOf('flawed', id))).toMatchObject({ functions: { name: 'flawed' } })
  expect(compared).toEqual(['copy', 'flawed'])
})
