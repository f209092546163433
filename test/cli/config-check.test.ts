import { expect, it } from 'vitest'
import { runAssay } from '../support/assay-process.ts'
import { workingTree } from '../support/working-tree.ts'

const check = async (words: readonly string[], cwd?: string) => {
  const { code, out, err } = await runAssay(['config', 'check', ...words], {}, cwd === undefined ? {} : { cwd })
  return { code, out, err }
}

it('lists each mistake with line and column', { timeout: 60_000 }, async () => {
  using tree = workingTree({
    '.github/assay.yml': 'branches: [main]\n\nfailon: low\nrules:\n  command-injecton: off\n',
    'valid.yml': 'failOn: low\n',
  })
  const path = `${tree.path}/.github/assay.yml`
  expect(await check([path])).toMatchObject({
    code: 1,
    out:
      `${path}:3:1: unknown setting "failon"; use "failOn"\n` +
      `${path}:5:3: unknown rule "command-injecton"; use "command-injection"\n`,
  })
  expect(await check([`${tree.path}/valid.yml`])).toMatchObject({
    code: 0,
    out: `${tree.path}/valid.yml: no mistakes\n`,
  })
})

it('checks the settings of the current folder, and needs a file', { timeout: 60_000 }, async () => {
  using tree = workingTree({ 'assay.yml': 'failOn: sevear\n', 'more/README.md': 'nothing' })
  expect(await check([], tree.path)).toMatchObject({
    code: 1,
    out: 'assay.yml:1:1: failOn: should be one of critical, high, medium, low, info\n',
  })
  const without = await check([], `${tree.path}/more`)
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('neither .github/assay.yml nor assay.yml')])
  const missing = await check(['missing.yml'], tree.path)
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('cannot read')])
  expect((await check(['a', 'b'], tree.path)).code).toBe(2)
})
