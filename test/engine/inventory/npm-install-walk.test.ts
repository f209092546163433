import { describe, expect, it } from 'vitest'
import { installCases } from './install-cases.ts'
import { inventoryOf } from './inventory-of.ts'

describe('installing a package brings', () => {
  it.each(Object.entries(installCases))('%s', async (_name, { packages, brings, tags }) => {
    const inventory = await inventoryOf(packages, tags === undefined ? {} : { tags })
    expect(inventory.names).toEqual(brings)
    expect(inventory).toMatchObject({ complete: true, unresolved: [] })
    expect(inventory.components[0]).toMatchObject({
      name: 'start',
      version: '1.0.0',
      purl: 'pkg:npm/start@1.0.0',
      direct: true,
      dev: false,
    })
  })
})
