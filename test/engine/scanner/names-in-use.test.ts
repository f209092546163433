import { describe, expect, it } from 'vitest'
import { supplyChain } from '../../../src/engine/rules/supply-chain/detector.ts'
import { popularNames } from '../../../src/engine/rules/supply-chain/names/popular-names.ts'
import { popularNameLimits } from '../../../src/engine/scanner/popular-name-limits.ts'
import { keepNames, namesInUse } from '../../../src/engine/scanner/names-in-use.ts'
import { findBy } from '../rules/find-by.ts'

const servers = ['Weather-Almanac', 'express', 'tide-tables']

describe('the names by which others are compared', () => {
  it('are the own list and after it the servers of the registry, none of them twice', async () => {
    const names = await namesInUse(async (ecosystem) => (ecosystem === 'npm' ? servers : []))
    expect(names.npm).toEqual([...popularNames.npm, 'weather-almanac', 'tide-tables'])
    expect(names.PyPI).toEqual(popularNames.PyPI)
    const told = await findBy(
      supplyChain,
      {
        'package.json': {
          name: 'shop',
          dependencies: { 'weather-almanak': '1.0.0', expresss: '1.0.0', express: '1.0.0', 'tide-tables': '1.0.0' },
        },
      },
      { names },
    )
    expect(told.map(({ title }) => title).toSorted()).toEqual([
      'Possible typosquatting of "express" by "expresss" in package.json',
      'Possible typosquatting of "weather-almanac" by "weather-almanak" in package.json',
    ])
  })

  it('are the own list where no registry is asked or it knows too few', async () => {
    expect(await namesInUse(undefined)).toBe(popularNames)
    expect(await namesInUse(async () => [])).toBe(popularNames)
  })

  it('are bounded, and made once for the same lists', async () => {
    const many = Array.from({ length: popularNameLimits.maxNames + 5 }, (_, index) => `p${index}`)
    const ask = async () => many
    const first = await namesInUse(ask)
    expect(first.npm).toHaveLength(popularNames.npm.length + popularNameLimits.maxNames)
    expect(await namesInUse(ask)).toBe(first)
  })

  it('are read anew after an hour, of each ecosystem, and at once after a failure', async () => {
    let now = 0
    let isBroken = false
    const asked: string[] = []
    const ask = keepNames(
      async (ecosystem) => {
        asked.push(ecosystem)
        if (isBroken) throw new Error('no database')
        return [...servers]
      },
      () => now,
    )
    const first = await ask('npm')
    now = popularNameLimits.cacheMs - 1
    expect(await ask('npm')).toBe(first)
    await ask('PyPI')
    expect(asked).toEqual(['npm', 'PyPI'])
    now += 1
    isBroken = true
    await expect(ask('npm')).rejects.toThrow('no database')
    isBroken = false
    expect(await ask('npm')).toEqual(servers)
    expect(asked).toEqual(['npm', 'PyPI', 'npm', 'npm'])
  })
})
