import { afterAll, describe, expect, it } from 'vitest'
import { dataFolder, runAssay } from '../support/assay-process.ts'

const folder = dataFolder()
afterAll(() => folder.remove())
const assay = (...words: string[]) => runAssay(words, { ASSAY_DATA_DIR: folder.path })

describe('assay accounts delete', { timeout: 120_000 }, () => {
  it('does nothing without --yes, and with it prints what went and its proof', async () => {
    await assay('keys', 'create', '--name', 'ci', '--account', 'acme', '--plan', 'team')
    const asked = await assay('accounts', 'delete', 'acme')
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--yes')])
    const { code, out } = await assay('accounts', 'delete', 'acme', '--yes')
    expect(code).toBe(0)
    expect(out).toMatch(
      new RegExp(
        String.raw`^Account +[0-9a-f-]{36}\nStarted .+\nFinished .+\nDeleted rows\n {2}account_audit +1\n {2}` +
          String.raw`accounts +1\n {2}api_keys +1\nSHA-256 +[0-9a-f]{64}\n$`,
      ),
    )
    expect((await assay('accounts', 'delete', 'acme', '--yes')).code).toBe(2)
  })
})

describe('assay retention', { timeout: 120_000 }, () => {
  it('lists how long records are kept, and removes older ones', async () => {
    const { code, out } = await assay('retention', '--now')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(
          String.raw`Scans, free +90 days\n[\s\S]+Deliveries, free +30 days\n[\s\S]+Deliveries, team +` +
            String.raw`90 days\n[\s\S]+Audit log, enterprise +731 days\n[\s\S]+Removed +0 scans, ` +
            String.raw`0 registry intake entries\n$`,
        ),
      ),
    ])
  })
})
