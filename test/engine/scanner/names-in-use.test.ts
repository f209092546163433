import { describe, expect, it } from 'vitest'
import { supplyChain } from '../../../src/engine/rules/supply-chain/detector.ts'
import { popularNames } from '../../../src/engine/rules/supply-chain/names/popular-names.ts'
import { popularNameLimits } from '../../../src/engine/scanner/popular-name-limits.ts'
import { keepNames, namesInUse } from '../../../src/engine/scanner/names-in-use.ts'
import { findBy } from '../rules/find-by.ts'

const servers = ['Weather-Almanac', 'express', 'tide-tables']

describe('the names by which others are compared', () => {
  it('are the built-in list and then the servers of the registry, each once', async () => {
    const names = await namesInUse(async (ecosystem) => (ecosystem === 'npm' ? servers : []))
    expect(names.npm).toEqual([...popularNames.npm, 'weather-almanac', 'tide-tables'])
    expect(names.PyPI).toEqual(popularNames.PyPI)
    const reported = await findBy(
      supplyChain,
      {
        'package.json': {
          name: 'shop',
          dependencies: { 'weather-almanak': '1.0.0', expresss: '1.0.0', express: '1.0.0', 'tide-tables': '1.0.0' },
        },
      },
      { names },
    )
    expect(reported.map(({ title }) => title).toSorted()).toEqual([
      'Possible typosquatting of "express" by "expresss" in package.json',
      'Possible typosquatting of "weather-almanac" by "weather-almanak" in package.json',
    ])
  })

  it('are the built-in list without a registry or with too few servers', async () => {
    expect(await namesInUse(undefined)).toBe(popularNames)
    expect(await namesInUse(async () => [])).toBe(popularNames)
  })

  it('are limited, and built once for the same lists', async () => {
    const many = Array.from({ length: popularNameLimits.maxNames + 5 }, (_, index) => `p${index}`)
    const ask = async () => many
    const first = await namesInUse(ask)
    expect(first.npm).toHaveLength(popularNames.npm.length + popularNameLimits.maxNames)
    expect(await namesInUse(ask)).toBe(first)
  })

  it('are read again after an hour for each ecosystem, and immediately after a failure', async () => {
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
